/// Makes lines of the bytes that a child writes. A line without end is cut, so that no child can fill the memory.
struct LineAssembly {
    /// The longest line that is kept whole, in bytes.
    static let longest: Int = 16 << 10

    /// What came behind the last line's end.
    private(set) var rest: [UInt8] = []

    /// - Parameter rest: the beginning of a line, whose other part is still to come.
    init(rest: [UInt8] = []) {
        self.rest = Array(rest.prefix(Self.longest))
    }

    /// The lines that `bytes` complete, without their ends.
    mutating func add(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte: UInt8 in bytes {
            if byte == UInt8(ascii: "\n") || rest.count == Self.longest {
                lines.append(rest)
                rest.removeAll(keepingCapacity: true)
            }
            if byte != UInt8(ascii: "\n") { rest.append(byte) }
        }
        return lines
    }

    /// What came behind the last line's end; nil where there is nothing.
    mutating func finish() -> [UInt8]? {
        guard !rest.isEmpty else { return nil }
        defer { rest = [] }
        return rest
    }
}
