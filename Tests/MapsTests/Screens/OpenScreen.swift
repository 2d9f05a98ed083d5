import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Testing

/// A person before a screen: what they do, and what they have seen.
final class OpenScreen: Sendable {
    let actions: Commands<ScreenAction> = Commands()
    let outputs: Mailbox<ScreenOutput> = Mailbox()
    let screens: Mailbox<Screen> = Mailbox()

    /// Looks at the screen of a board until it ends.
    func show<Refused: Refusal>(
        _ board: (Commands<ScreenAction>) -> OutputSequence<ScreenOutput, Refused>
    ) async throws -> Completion {
        let shown: OutputSequence<ScreenOutput, Refused> = board(actions)
        for try await output: ScreenOutput in shown {
            outputs.put(output)
            switch output {
            case .screen(let whole): screens.put(whole)
            case .changed(let changes): screens.put(try #require(screens.all.last).applying(changes))
            case .route, .alert, .unknown: break
            }
        }
        return shown.completion ?? .done
    }

    func act(_ element: String, _ event: ScreenEvent) async throws {
        try await actions.send(ScreenAction(element, event))
    }

    func submit(_ form: String, _ values: [String: String]) async throws {
        try await act(form, .submitted(values.mapValues(ScreenValue.text)))
    }

    /// Waits until a screen says this.
    @discardableResult
    func sees(_ text: String, times count: Int = 1) async throws -> Screen {
        try await screens.nth(count) { $0.plainText.contains(text) }
    }

    /// The routes that have come.
    var routes: [Route] {
        outputs.all.compactMap { if case .route(let route) = $0 { route } else { nil } }
    }
}
