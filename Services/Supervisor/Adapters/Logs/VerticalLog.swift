import ColonnadeEventLoop
import SupervisorCore

/// The log of one vertical: a file that is rotated, and those who follow it. Belongs to the loop.
final class VerticalLog {
    /// How many lines were taken since the suite was started, whether they could be written or not.
    private(set) var lines: Int = 0
    /// Lines that could not be written since the last that could.
    private(set) var lostLines: Int = 0
    /// How much is kept, from the next line on.
    var policy: LogPolicy
    private let name: String
    private let path: String
    private let report: (String) -> Void
    /// Opened by the first line: many programs say nothing, and each open file is one more that the next child has to close.
    private var file: AppendFile?
    private var followers: [Int: (String) -> Void] = [:]
    private var nextFollower: Int = 0
    /// Whether it was said that the file can not be rotated, and that has not changed.
    private var isRotationStuck: Bool = false

    /// - Parameter report: hears once of everything that is wrong with the file, and of its end.
    init(name: String, path: String, policy: LogPolicy, report: @escaping (String) -> Void) {
        self.name = name
        self.path = path
        self.policy = policy
        self.report = report
    }

    /// Goes on counting where another program has left off.
    func resume(lines: Int, lostLines: Int) {
        (self.lines, self.lostLines) = (lines, lostLines)
    }

    /// Takes lines that a child wrote, without their ends.
    func write(_ lines: [[UInt8]]) {
        self.lines += lines.count
        var piece: [UInt8] = []
        var count: Int = 0
        for line: [UInt8] in lines {
            if let size: Int = (try? opened())?.size, size + piece.count >= policy.size {
                append(piece, count)
                piece.removeAll(keepingCapacity: true)
                count = 0
                rotate()
            }
            piece += line
            piece.append(UInt8(ascii: "\n"))
            count += 1
        }
        append(piece, count)
        guard !followers.isEmpty else { return }
        for line: [UInt8] in lines {
            let text: String = String(decoding: line, as: UTF8.self)
            for follower: (String) -> Void in followers.values { follower(text) }
        }
    }

    // A full disk costs lines, not the suite.
    private func append(_ bytes: [UInt8], _ count: Int) {
        guard !bytes.isEmpty else { return }
        do throws(SocketError) {
            if try opened().append(bytes) { report("the log of \(name) was removed or moved away: it goes on in a new file, \(path)") }
            if lostLines > 0 { report("the log of \(name) is written again; \(lostLines) lines are lost") }
            lostLines = 0
        } catch {
            if lostLines == 0 { report("the log of \(name) can not be written, and its lines are lost until it can: \(error)") }
            lostLines += count
        }
    }

    private func opened() throws(SocketError) -> AppendFile {
        if let file { return file }
        let file: AppendFile = try AppendFile(path: path)
        self.file = file
        return file
    }

    private func rotate() {
        do throws(SocketError) {
            try file?.rotate(keeping: policy.keep)
            isRotationStuck = false
        } catch {
            if !isRotationStuck { report("the log of \(name) can not be rotated, and grows until it can: \(error)") }
            isRotationStuck = true
        }
    }

    // MARK: Reading

    /// What is kept now.
    var kept: KeptLines { KeptLines(path: path, kept: policy.keep) }

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
