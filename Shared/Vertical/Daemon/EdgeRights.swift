import ColonnadeContract
import ColonnadeEventLoop
private import Synchronization

/// What each consumer has declared to call here. The supervisor writes it to the file `edges` in the configuration directory.
///
/// A line for each consumer: its name, then the boards with their interface (`Maps.searchPlaces`), or `*` for all; separated by
/// spaces. A consumer without a line may call no board but the platform's. The file is read again when it has changed, so the
/// provider need not restart when a consumer is rebuilt with one more board.
final class EdgeRights: Sendable {
    private struct State {
        /// Identifies the version of the file that was read.
        var identity: String?
        var boards: [String: Set<BoardID>?] = [:]
    }

    /// More than a hundred verticals need that each call hundreds of boards.
    private static let mostBytes: Int = 1 << 20

    private let path: String
    private let state: Mutex<State>

    /// - Returns: nil where there is no such file: then every consumer may call every board.
    init?(path: String) {
        guard FilePath.exists(path) else { return nil }
        self.path = path
        state = Mutex(State())
    }

    /// What `consumer` may call; nil for all boards.
    func boards(of consumer: String) -> Set<BoardID>? {
        state.withLock { state in
            let identity: String? = FilePath.identity(path)
            if identity == nil || identity != state.identity { state = State(identity: identity, boards: Self.read(path)) }
            return state.boards[consumer] ?? []
        }
    }

    private static func read(_ path: String) -> [String: Set<BoardID>?] {
        let bytes: [UInt8] = (try? InputFile(path: path).read(mostBytes)) ?? []
        return parse(String(decoding: bytes, as: UTF8.self))
    }

    static func parse(_ text: String) -> [String: Set<BoardID>?] {
        var boards: [String: Set<BoardID>?] = [:]
        for line: Substring in text.split(separator: "\n") {
            let words: [Substring] = line.split(separator: " ")
            guard let consumer: Substring = words.first else { continue }
            boards[String(consumer)] = words.dropFirst().contains("*") ? .some(nil) : Set(words.dropFirst().compactMap(board))
        }
        return boards
    }

    private static func board(_ word: Substring) -> BoardID? {
        let parts: [Substring] = word.split(separator: ".", maxSplits: 1)
        return parts.count == 2 ? BoardID(interface: String(parts[0]), board: String(parts[1])) : nil
    }
}
