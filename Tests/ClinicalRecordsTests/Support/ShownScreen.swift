import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Testing

/// A screen as a shell has it: what is shown, where it has led, and what was said over it.
final class ShownScreen: Sendable {
    typealias Board = @Sendable (Commands<ScreenAction>) -> OutputSequence<ScreenOutput, ClinicalRecordsRefusal>

    let actions: Commands<ScreenAction> = Commands()
    let screens: Mailbox<Screen> = Mailbox()
    let changes: Mailbox<[ScreenChange]> = Mailbox()
    let routes: Mailbox<Route> = Mailbox()
    let alerts: Mailbox<Alert> = Mailbox()

    /// Opens a screen with whatever session the task has, tries it, and closes it.
    static func with(_ board: @escaping Board, tried body: @escaping @Sendable (ShownScreen) async throws -> Void) async throws {
        let screen: ShownScreen = ShownScreen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await screen.show(board) }
            group.addTask {
                try await body(screen)
                screen.actions.finish()
            }
            // Where the screen ends with a failure, nothing on it is waited for any longer.
            while try await group.next() != nil {}
        }
    }

    /// Shows the screen until it ends.
    func show(_ board: Board) async throws {
        for try await output: ScreenOutput in board(actions) {
            switch output {
            case .screen(let whole): try put(whole)
            case .changed(let changed):
                changes.put(changed)
                try put(try #require(screens.all.last).applying(changed))
            case .route(let route): routes.put(route)
            case .alert(let alert): alerts.put(alert)
            case .unknown: Issue.record("the screen sends what nobody knows")
            }
        }
    }

    /// Every screen that is sent is one that a shell takes.
    private func put(_ screen: Screen) throws {
        try screen.check()
        screens.put(screen)
    }

    func act(_ element: String, _ event: ScreenEvent) async throws {
        try await actions.send(ScreenAction(element, event))
    }

    /// The screen as it is now; the first one is waited for.
    var now: Screen {
        get async throws {
            _ = try await screens.first()
            return try #require(screens.all.last)
        }
    }

    /// Waits for a screen, that of now or a later one.
    @discardableResult
    func shows(_ matches: @escaping @Sendable (Screen) -> Bool) async throws -> Screen {
        try await screens.first(where: matches)
    }

    /// Uploads a file; what is refused on the way is the screen's to say.
    func upload(_ bytes: [UInt8], name: String = "bundle.json", chunk: Int = 40_000, ends: ScreenUpload? = .ended) async throws {
        try await act("file", .upload(.began(name: name, mediaType: "application/json", size: bytes.count)))
        for start: Int in stride(from: 0, to: bytes.count, by: chunk) {
            try await act("file", .upload(.chunk(Array(bytes[start..<min(start + chunk, bytes.count)]))))
        }
        if let ends { try await act("file", .upload(ends)) }
    }
}

/// What a call is refused for; nil where it is not.
func refusal(_ call: () async throws -> Void) async throws -> ClinicalRecordsRefusal? {
    do {
        try await call()
        return nil
    } catch CallFailure<ClinicalRecordsRefusal>.refused(let refusal) {
        return refusal
    }
}

extension Screen {
    /// The rows of all lists, from top to bottom.
    var rows: [ScreenRow] { elements.flatMap(\.rows) }

    /// Where the last list goes on.
    var more: (list: String, cursor: String)? { elements.lazy.compactMap(\.more).first }

    /// The values of a list of names and values, by name.
    func values(_ id: String) -> [String: String] {
        guard case .keyValues(let values)? = element(id)?.content else { return [:] }
        return values.reduce(into: [:]) { $0[$1.key.plainText] = $1.value.plainText }
    }

    /// The id of the list that has the row.
    func list(of row: String) -> String? { elements.lazy.compactMap { $0.list(of: row) }.first }
}

extension ScreenElement {
    fileprivate var inner: [ScreenElement] { if case .section(_, let elements) = content { elements } else { [] } }

    fileprivate var rows: [ScreenRow] { if case .list(let list) = content { list.rows } else { inner.flatMap(\.rows) } }

    fileprivate var more: (list: String, cursor: String)? {
        if case .list(let list) = content { list.cursor.map { (id, $0) } } else { inner.lazy.compactMap(\.more).first }
    }

    fileprivate func list(of row: String) -> String? {
        if case .list(let list) = content {
            list.rows.contains { $0.id == row } ? id : nil
        } else {
            inner.lazy.compactMap { $0.list(of: row) }.first
        }
    }
}
