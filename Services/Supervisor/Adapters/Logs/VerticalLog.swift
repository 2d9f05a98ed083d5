import ColonnadeEventLoop
import FoundationEssentials
import SupervisorCore

/// The log of one vertical: a file that is rotated, and those who follow it. Belongs to the loop.
final class VerticalLog {
    private let path: String
    private let policy: LogPolicy
    private var file: AppendFile?
    private var assembly: LineAssembly = LineAssembly()
    private var followers: [Int: (String) -> Void] = [:]
    private var nextFollower: Int = 0

    init(path: String, policy: LogPolicy) {
        self.path = path
        self.policy = policy
        file = try? AppendFile(path: path)
    }

    /// Takes what a child wrote.
    func take(_ bytes: [UInt8]) {
        let lines: [[UInt8]] = assembly.add(bytes)
        if !lines.isEmpty { write(lines) }
    }

    /// The child has ended: its last line may lack an end.
    func endOfOutput() {
        if let rest: [UInt8] = assembly.finish() { write([rest]) }
    }

    private func write(_ lines: [[UInt8]]) {
        var piece: [UInt8] = []
        for line: [UInt8] in lines {
            if let size: Int = file?.size, size + piece.count >= policy.size {
                append(piece)
                piece.removeAll(keepingCapacity: true)
                try? file?.rotate(keeping: policy.keep)
            }
            piece += line
            piece.append(UInt8(ascii: "\n"))
        }
        append(piece)
        guard !followers.isEmpty else { return }
        for line: [UInt8] in lines {
            let text: String = String(decoding: line, as: UTF8.self)
            for follower: (String) -> Void in followers.values { follower(text) }
        }
    }

    private func append(_ bytes: [UInt8]) {
        // A full disk costs lines, not the suite.
        if !bytes.isEmpty { try? file?.append(bytes) }
    }

    // MARK: Reading

    /// The last `count` lines that are kept, oldest first; all of them for nil.
    func last(_ count: Int?) -> [String] {
        var lines: [String] = []
        for number: Int in 0...policy.keep {
            if let count, lines.count >= count { break }
            guard let data: Data = FileManager.default.contents(atPath: number == 0 ? path : "\(path).\(number)") else { continue }
            var older: [String] = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            if older.last?.isEmpty == true { older.removeLast() }
            lines = older + lines
        }
        return count.map { Array(lines.suffix(max($0, 0))) } ?? lines
    }

    /// Calls `body` with each line from now on, until `unfollow`.
    func follow(_ body: @escaping (String) -> Void) -> Int {
        nextFollower += 1
        followers[nextFollower] = body
        return nextFollower
    }

    func unfollow(_ number: Int) {
        followers[number] = nil
    }
}
