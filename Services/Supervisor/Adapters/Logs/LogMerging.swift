import ColonnadeEventLoop
import ColonnadeSystemIO

/// Puts the kept lines of several logs in the order of time, with one piece of each in memory.
///
/// Lines that begin with an RFC 3339 time are ordered by it; others stay behind the line before them.
struct LogMerging {
    private struct Source {
        let name: String
        let kept: KeptLines
        /// nil before the first piece was read.
        var place: KeptLines.Place?
        var lines: ArraySlice<String> = []
        /// The time of the first of `lines`.
        var time: String = ""
        var isAtEnd: Bool = false

        mutating func advanceTime() {
            if let own: String = lines.first.flatMap(LogMerging.time) { time = max(time, own) }
        }
    }

    private let loop: EventLoop
    /// How many of the last lines of each are wanted; nil for all.
    private let count: Int?
    private var sources: [Source]

    init(_ logs: [(name: String, kept: KeptLines)], last count: Int?, loop: EventLoop) {
        self.loop = loop
        self.count = count
        sources = logs.map { Source(name: $0.name, kept: $0.kept) }
    }

    /// The next line; nil at the end. Files are read off the loop.
    mutating func next() async throws -> LogLine? {
        for index: Int in sources.indices where sources[index].lines.isEmpty && !sources[index].isAtEnd { try await fill(index) }
        var first: Int? = nil
        for index: Int in sources.indices where !sources[index].lines.isEmpty {
            if let found: Int = first, sources[found].time <= sources[index].time { continue }
            first = index
        }
        guard let first, let text: String = sources[first].lines.popFirst() else { return nil }
        sources[first].advanceTime()
        return LogLine(name: sources[first].name, text: text)
    }

    private mutating func fill(_ index: Int) async throws {
        let (kept, before, count): (KeptLines, KeptLines.Place?, Int?) = (sources[index].kept, sources[index].place, count)
        let (lines, place): ([String]?, KeptLines.Place) = try await loop.offload {
            var place: KeptLines.Place = try before ?? kept.beginning(ofLast: count)
            return (try kept.lines(from: &place), place)
        }
        sources[index].place = place
        sources[index].isAtEnd = lines == nil
        sources[index].lines = (lines ?? [])[...]
        sources[index].advanceTime()
    }

    private static func time(of line: String) -> String? {
        let bytes: [UInt8] = Array(line.utf8.prefix(24))
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":")
        else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
}
