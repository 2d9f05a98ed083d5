import ColonnadeContract
import ColonnadePrelude
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld

/// Where the flows of one page show things, and the world that their builders see.
struct Stage: Sendable {
    /// The page itself.
    let primary: Flow = Flow()
    /// What is told beside it.
    let secondary: Flow = Flow()
    /// What is over it until it is dealt with.
    let modal: Flow = Flow()
    private let world: World

    init(world: World) {
        self.world = world
    }

    /// Runs builders: wherever a person's action comes in, they see the world of the page.
    func build<Value>(_ body: () -> Value) -> Value { world.bind(body) }

    /// An identifier that nobody has used.
    func newID() -> UUID { world.ids.uuid() }

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
}
