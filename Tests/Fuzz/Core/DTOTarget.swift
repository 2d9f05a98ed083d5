import ColonnadeContract
import SuiteCodecs

extension FuzzTarget {
    /// The codec of each type of each interface: the first two bytes say which, the lower one first. What can be read can be written, and reads as the same
    /// again.
    static var dtos: FuzzTarget {
        let codecs: [Codec] = InterfaceCodecs.all.flatMap(\.codecs)
        precondition(codecs.count <= 65_536, "two bytes name the codec")
        return FuzzTarget(name: "dtos", seeds: dtoSeeds) { (input, _) throws(BrokenInvariant) in
            guard input.count >= 2 else { return "empty" }
            let bytes: [UInt8] = [UInt8](input)
            let codec: Codec = codecs[(Int(bytes[0]) | Int(bytes[1]) << 8) % codecs.count]
            let value: any WireMessage
            do throws(WireError) {
                value = try codec.decode([UInt8](bytes.dropFirst(2)))
            } catch {
                return "\(codec.type), \(error)"
            }
            let written: [UInt8] = value.encoded()
            guard let again: any WireMessage = try? codec.decode(written) else {
                throw BrokenInvariant("what was written as \(codec.type) can't be read: \(digits(written))")
            }
            guard again.encoded() == written else { throw BrokenInvariant("\(codec.type) written twice differs: \(digits(written))") }
            return "\(codec.type), read"
        }
    }

    private static var dtoSeeds: [[UInt8]] {
        var index: UInt16 = 0
        var seeds: [[UInt8]] = []
        for interface: InterfaceCodecs in InterfaceCodecs.all {
            var random: RandomBody = RandomBody(interface.contract)
            for codec: Codec in interface.codecs {
                seeds.append([UInt8(truncatingIfNeeded: index), UInt8(index >> 8)] + random.value(codec.type, seed: UInt64(index)))
                index &+= 1
            }
        }
        return seeds
    }
}
