import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import GalleryIO
import Testing

/// A person before the counter's screen: what is shown, and what has come.
final class OpenScreen: Sendable {
    let actions: Commands<ScreenAction> = Commands()
    let outputs: Mailbox<ScreenOutput> = Mailbox()
    let screens: Mailbox<Screen> = Mailbox()
    let told: Mailbox<String>
    let made: Mailbox<CounterViewModel>
    let client: GalleryClient

    /// Opens a screen of a gallery, tries it, and closes it.
    static func with(_ way: Way = .memory, _ body: @escaping @Sendable (OpenScreen) async throws -> Void) async throws {
        let (told, made): (Mailbox<String>, Mailbox<CounterViewModel>) = (Mailbox(), Mailbox())
        try await withVertical(SmallVertical("gallery", GalleryDispatcher(Gallery(told: told, made: made))), by: way) { vertical in
            let client: GalleryClient = GalleryClient(vertical.channel(to: GalleryContract.descriptor))
            try await body(OpenScreen(client, told, made))
        }
    }

    init(_ client: GalleryClient, _ told: Mailbox<String>, _ made: Mailbox<CounterViewModel>) {
        (self.client, self.told, self.made) = (client, told, made)
    }

    /// Shows the screen until it ends.
    func show(start: Int = 0, routes: Mailbox<CounterRoute> = Mailbox()) async throws -> Completion {
        let screen: PresentedScreen = PresentedScreen("Gallery.counterScreen") { [client] in
            client.counterScreen(CounterInput(start: start), $0)
        } route: {
            routes.put($0)
        }
        return try await screen.open(actions) { [self] output in
            outputs.put(output)
            switch output {
            case .screen(let whole): screens.put(whole)
            case .changed(let changes): screens.put(try #require(screens.all.last).applying(changes))
            case .route(let route): #expect(screen.handle(route))
            case .alert, .unknown: break
            }
        }
    }

    func act(_ element: String, _ event: ScreenEvent) async throws {
        try await actions.send(ScreenAction(element, event))
    }

    func shows(_ text: ScreenText, as id: String = "count") async throws {
        _ = try await screens.first { $0.element(id)?.content == .text(text) }
    }

    /// What a person was told, in order.
    var alerts: [Alert] {
        outputs.all.compactMap { if case .alert(let alert) = $0 { alert } else { nil } }
    }
}
