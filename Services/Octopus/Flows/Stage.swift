import ColonnadeContract
import ColonnadePrelude
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld
private import Synchronization

/// Where the flows of one page show things, and the world that their builders see.
final class Stage: Sendable {
    /// The page itself.
    let primary: Flow = Flow()
    /// What is told beside it.
    let secondary: Flow = Flow()
    /// What is over it until it is dealt with.
    let modal: Flow = Flow()
    private let world: World
    private let coverage: Mutex<Void> = Mutex(())

    init(world: World) {
        self.world = world
    }

    /// Runs builders: wherever a person's action comes in, they see the world of the page.
    func build<Value>(_ body: () -> Value) -> Value { world.bind(body) }

    /// An identifier that nobody has used.
    func newID() -> UUID { world.ids.uuid() }

    /// Changes what is over the page, after a look at it: one flow at a time does.
    func cover<Value>(_ body: (Flow) -> Value) -> Value { coverage.withLock { _ in body(modal) } }

    /// Tells something beside the page, until it is closed.
    func tell(_ message: ScreenText, title: ScreenText? = nil) {
        // Held weakly, since the flow holds the alert.
        Builder.Alert.makeAlert(for: message, title: title) { [weak secondary] in secondary?.dismiss() } |> secondary.present
    }

    /// Tells that a vertical wants to go where this app does not know the way.
    func tellUnknown() {
        tell("This leads to something that this app does not know yet. The operator can bring the app to a newer version.")
    }
}

extension Flow {
    /// Whether the screen on top is one of these, by their names.
    func shows(_ names: Set<String>) -> Bool {
        guard case .screen(let screen)? = top?.presented else { return false }
        return names.contains(screen.name)
    }

    /// Whether one of these screens is shown, or was before what is shown now.
    func holds(_ names: Set<String>) -> Bool {
        layers.contains { layer in
            layer.contains { if case .screen(let screen) = $0.presented { names.contains(screen.name) } else { false } }
        }
    }

    /// Takes away what lies over one of these screens.
    func uncover(_ names: Set<String>) {
        while holds(names), !shows(names) { back() }
    }
}
