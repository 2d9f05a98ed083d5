import ColonnadeEventLoop

/// The lines that a log has kept up to one moment. Its files stay open, so rotation takes nothing away from a reader.
///
/// Reading blocks: off the loop.
struct KeptLines: Sendable {
    /// Where a reader stands.
    struct Place: Sendable {
        fileprivate var file: Int
        fileprivate var offset: Int
    }

    /// What is read at once: a few hundred lines, and longer than the longest line (``LineAssembly/longest``).
    static let pieceBytes: Int = 64 << 10
    private static let lineEnd: UInt8 = UInt8(ascii: "\n")

    /// Oldest first, each with the bytes that it has now.
    private let files: [(file: InputFile, size: Int)]

    /// Opens what is kept at `path` and, of older files, at `path.1` to `path.<kept>`; what can not be read is left out.
    init(path: String, kept: Int) {
        files = (0...kept).reversed().compactMap { number in
            guard let file: InputFile = try? InputFile(path: number == 0 ? path : "\(path).\(number)"), let size: Int = file.size else {
                return nil
            }
            return (file, size)
        }
    }

    /// Where the last `count` lines begin, found backwards from the end; the beginning for nil.
    func beginning(ofLast count: Int?) throws(SocketError) -> Place {
        guard let count else { return Place(file: 0, offset: 0) }
        guard count > 0 else { return Place(file: files.count, offset: 0) }
        var missing: Int = count
        for number: Int in files.indices.reversed() {
            if let offset: Int = try beginning(ofLast: &missing, in: number) { return Place(file: number, offset: offset) }
        }
        return Place(file: 0, offset: 0)
    }

    /// Where the last lines begin in one file; nil where all of them are needed, and `missing` more.
    private func beginning(ofLast missing: inout Int, in number: Int) throws(SocketError) -> Int? {
        let (file, size): (InputFile, Int) = files[number]
        var end: Int = size
        while end > 0 {
            let begin: Int = max(0, end - Self.pieceBytes)
            let piece: [UInt8] = try file.read(end - begin, at: begin)
            for index: Int in piece.indices.reversed() where piece[index] == Self.lineEnd && begin + index != size - 1 {
                missing -= 1
                if missing == 0 { return begin + index + 1 }
            }
            end = begin
        }
        guard size > 0 else { return nil }
        // Before the first line of a file there is no end of another.
        missing -= 1
        return missing == 0 ? 0 : nil
    }

    /// The next lines, as many as a piece holds; nil at the end.
    func lines(from place: inout Place) throws(SocketError) -> [String]? {
        while place.file < files.count {
            let (file, size): (InputFile, Int) = files[place.file]
            let piece: [UInt8] = try file.read(min(Self.pieceBytes, size - place.offset), at: place.offset)
            if piece.isEmpty {
                place = Place(file: place.file + 1, offset: 0)
                continue
            }
            let isLast: Bool = place.offset + piece.count >= size
            let end: Int = isLast ? piece.count : piece.lastIndex(of: Self.lineEnd).map { $0 + 1 } ?? piece.count
            place.offset += end
            let text: ArraySlice<UInt8> = piece[..<end].last == Self.lineEnd ? piece[..<(end - 1)] : piece[..<end]
            return text.split(separator: Self.lineEnd, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        }
        return nil
    }
}
