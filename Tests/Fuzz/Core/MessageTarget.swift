import ColonnadeWire

/// A way to read bytes, and what must hold of it for any bytes.
public struct FuzzTarget: Sendable {
    public let name: String
    /// Valid inputs to begin with.
    public let seeds: [[UInt8]]
    /// Runs one input.
    /// - Returns: what became of it, in few words: a new outcome makes the input worth keeping.
    public let run: @Sendable (_ input: [UInt8], _ random: inout SeededGenerator) throws(BrokenInvariant) -> String

    public init(
        name: String, seeds: [[UInt8]],
        run: @escaping @Sendable (_ input: [UInt8], _ random: inout SeededGenerator) throws(BrokenInvariant) -> String
    ) {
        self.name = name
        self.seeds = seeds
        self.run = run
    }

    /// The target, with further inputs to begin with.
    public func beginning(with inputs: [[UInt8]]) -> FuzzTarget {
        FuzzTarget(name: name, seeds: seeds + inputs, run: run)
    }
}

/// What did not hold.
public struct BrokenInvariant: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

extension FuzzTarget {
    /// A message's codec: what can be read can be written, and reads as the same again; errors are always the same.
    public static func message<Message: WireMessage>(
        _ type: Message.Type, name: String? = nil, seeds: [Message]
    ) -> FuzzTarget {
        FuzzTarget(name: name ?? "\(type)", seeds: seeds.map { $0.encoded() }) { (input, _) throws(BrokenInvariant) in
            switch result(of: type, input) {
            case .failure(let error):
                guard case .failure(error) = result(of: type, input) else { throw BrokenInvariant("read twice, the error differs") }
                return "\(error)"
            case .success(let value):
                let written: [UInt8] = value.encoded()
                guard case .success(let again) = result(of: type, written) else {
                    throw BrokenInvariant("what was written can't be read: \(digits(written))")
                }
                guard again.encoded() == written else { throw BrokenInvariant("written twice, it differs: \(digits(written))") }
                return "read, \(written.count.bitWidth - written.count.leadingZeroBitCount)"
            }
        }
    }

    private static func result<Message: WireMessage>(of type: Message.Type, _ input: [UInt8]) -> Result<Message, WireError> {
        do {
            return .success(try type.init(decoding: input.span))
        } catch {
            return .failure(error)
        }
    }
}

/// Bytes for a person.
func digits(_ bytes: [UInt8]) -> String {
    let all: String = bytes.prefix(200).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return bytes.count > 200 ? "\(all)… (\(bytes.count) bytes)" : all
}
