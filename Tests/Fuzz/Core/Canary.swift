import ColonnadeWire

/// Bugs that were planted. A fuzzer that does not find them finds nothing.
public enum Canary {
    /// A codec that forgets a field where its value is 7, and a decoder that drops a byte where a chunk ends inside the
    /// length of a frame.
    public static var targets: [FuzzTarget] {
        [
            .message(Forgetful.self, name: "a codec", seeds: [Forgetful(count: 1, next: 2)]),
            .frames(seeds: [[8, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0, 0]], decode: dropping),
        ]
    }

    /// A word that chance does not find in a lifetime: only who is led by what the code does gets there, letter by letter.
    public static let deep: FuzzTarget = FuzzTarget(name: "canary", seeds: []) { (input, _) throws(BrokenInvariant) in
        guard input.count > 5 else { return "short" }
        // A branch for each letter, as a parser has them: in a loop all would look the same.
        guard input[0] == UInt8(ascii: "c") else { return "0" }
        guard input[1] == UInt8(ascii: "a") else { return "1" }
        guard input[2] == UInt8(ascii: "n") else { return "2" }
        guard input[3] == UInt8(ascii: "a") else { return "3" }
        guard input[4] == UInt8(ascii: "r") else { return "4" }
        guard input[5] == UInt8(ascii: "y") else { return "5" }
        throw BrokenInvariant("the word was found")
    }

    /// - Returns: the name of each planted bug that stayed hidden for `rounds` rounds.
    public static func hidden(seed: UInt64, rounds: Int = 100_000) -> [String] {
        targets.filter { target in
            var fuzzer: Fuzzer = Fuzzer([target], seed: seed)
            return fuzzer.run(rounds: rounds) == nil
        }.map(\.name)
    }

    private static let dropping: @Sendable ([[UInt8]], Int) -> DecodedFrames = { chunks, limit in
        DecodedFrames(chunks.map { $0.count == 3 ? [UInt8]($0.dropLast()) : $0 }, limit: limit)
    }

    fileprivate struct Forgetful: WireMessage {
        var count: UInt64
        var next: UInt64

        init(count: UInt64, next: UInt64) {
            self.count = count
            self.next = next
        }

        func encode(into writer: inout WireWriter) {
            writer.writeUnsigned(count, field: 1)
            if next != 7 { writer.writeUnsigned(next, field: 2) }
        }

        init(from reader: inout WireReader) throws(WireError) {
            var count: UInt64?
            var next: UInt64?
            while let key: WireKey = try reader.nextKey() {
                switch key.field {
                case 1: count = try reader.readUnsigned(key)
                case 2: next = try reader.readUnsigned(key)
                default: try reader.skip(key)
                }
            }
            guard let count else { throw .missingField(1) }
            guard let next else { throw .missingField(2) }
            self.init(count: count, next: next)
        }
    }
}
