import ColonnadeContract
import SuiteCodecs

extension FuzzTarget {
    /// The codec of each type of each interface: the first byte says which. What can be read can be written, and reads as the same
    /// again.
    static var dtos: FuzzTarget {
        let codecs: [Codec] = InterfaceCodecs.all.flatMap(\.codecs)
        precondition(codecs.count <= 256, "one byte names the codec")
        return FuzzTarget(name: "dtos", seeds: dtoSeeds) { (input, _) throws(BrokenInvariant) in
            guard let first: UInt8 = input.first else { return "empty" }
            let codec: Codec = codecs[Int(first) % codecs.count]
            let value: any WireMessage
            do throws(WireError) {
                value = try codec.decode([UInt8](input.dropFirst()))
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
        var index: UInt8 = 0
        var seeds: [[UInt8]] = []
        for interface: InterfaceCodecs in InterfaceCodecs.all {
            var random: RandomBody = RandomBody(interface.contract)
            for codec: Codec in interface.codecs {
                seeds.append([index] + random.value(codec.type, seed: UInt64(index)))
                index &+= 1
            }
        }
        return seeds
    }
}
