import AppointmentsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Testing

/// A screen as a shell has it: what is shown, where it has led, and how it has ended.
final class ShownScreen: Sendable {
    typealias Board = @Sendable (Commands<ScreenAction>) -> OutputSequence<ScreenOutput, AppointmentsRefusal>

    let actions: Commands<ScreenAction> = Commands()
    let screens: Mailbox<Screen> = Mailbox()
    let changes: Mailbox<[ScreenChange]> = Mailbox()
    let routes: Mailbox<Route> = Mailbox()
    let end: Mailbox<Completion> = Mailbox()

    /// Opens a screen with whatever session the task has, tries it, and closes it.
    static func with(_ board: @escaping Board, tried body: @escaping @Sendable (ShownScreen) async throws -> Void) async throws {
        let screen: ShownScreen = ShownScreen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await screen.show(board) }
            group.addTask {
                defer { screen.actions.finish() }
                try await body(screen)
            }
            try await group.waitForAll()
        }
    }

    /// Shows the screen until it ends.
    func show(_ board: Board) async throws {
        let outputs: OutputSequence<ScreenOutput, AppointmentsRefusal> = board(actions)
        for try await output: ScreenOutput in outputs {
            switch output {
            case .screen(let whole): try put(whole)
            case .changed(let changed):
                changes.put(changed)
                try put(try #require(screens.all.last).applying(changed))
            case .route(let route): routes.put(route)
            case .alert(let alert): Issue.record("nothing here alerts: \(alert)")
            case .unknown: Issue.record("the screen sends what nobody knows")
            }
        }
        end.put(outputs.completion ?? .done)
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
}

extension Screen {
    /// The rows of the list with this id; empty where there is none.
    func rows(_ id: String) -> [ScreenRow] {
        if case .list(let list)? = element(id)?.content { list.rows } else { [] }
    }

    /// The rows of the table with this id; empty where there is none.
    func tableRows(_ id: String) -> [ScreenTableRow] {
        if case .table(let table)? = element(id)?.content { table.rows } else { [] }
    }

    /// The grid of free times; nil where there is none.
    var grid: ScreenSlots? {
        if case .slots(let slots)? = element("slots")?.content { slots } else { nil }
    }

    /// The ids of the free times, in order.
    var times: [String] { grid?.days.flatMap(\.slots).map(\.id) ?? [] }

    /// Names and values, as plain text.
    func values(_ id: String) -> [String: String] {
        guard case .keyValues(let values)? = element(id)?.content else { return [:] }
        return values.reduce(into: [:]) { $0[$1.key.plainText] = $1.value.plainText }
    }
}
