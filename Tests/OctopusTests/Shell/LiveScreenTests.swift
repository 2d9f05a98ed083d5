import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeTesting
import ColonnadeWorld
import Testing

@testable import OctopusShell

/// A screen that is open for a page, and the board behind it.
@Suite("A live screen", .timeLimit(.minutes(2)))
struct LiveScreenTests {
    private let rings: Mailbox<Void> = Mailbox()
    private let alerts: Mailbox<Alert> = Mailbox()
    private let activations: Mailbox<Commands<ScreenAction>> = Mailbox()

    /// A screen whose board does as `body` says; the number counts its activations from 1.
    private func screen(
        _ body:
            @escaping @Sendable (Int, Commands<ScreenAction>, @escaping OutputSequence<ScreenOutput, NoRefusal>.Emit) async throws ->
            Completion
    ) -> LiveScreen {
        let presented: PresentedScreen = PresentedScreen(
            "Tests.screen",
            board: { [activations] actions in
                activations.put(actions)
                let number: Int = activations.all.count
                return OutputSequence<ScreenOutput, NoRefusal> { emit in try await body(number, actions, emit) }
            })
        return LiveScreen(
            presented, id: "s", world: World(),
            hearing: LiveScreen.Hearing(
                changed: { [rings] in rings.put(()) }, alert: { [alerts] in alerts.put($0) }, barrier: {}, metadata: { CallMetadata() }))
    }

    private static func titled(_ title: String) -> ScreenOutput { .screen(Screen(title: ScreenText(title), elements: [.text("t", "one")])) }

    private func text(_ screen: LiveScreen) -> String? {
        if case .screen(let packed) = screen.shown { packed.unpacked()?.plainText } else { nil }
    }

    /// Waits until it is so, looking at each ring.
    private func wait(_ isReached: @escaping @Sendable () -> Bool) async throws {
        _ = try await rings.first { _ in isReached() }
    }

    @Test("shows what comes, also what comes much later, and hands on what is done")
    func shows() async throws {
        let said: Mailbox<String> = Mailbox()
        let live: LiveScreen = screen { _, actions, emit in
            try await emit(Self.titled("First"))
            for try await action: ScreenAction in actions {
                said.put(action.element)
                try await emit(.changed([.replaced(.text("t", "two"))]))
                try await emit(.alert(Alert(id: "told", message: "Done.")))
            }
            return .done
        }
        #expect(live.shown == .loading)
        live.open()
        try await wait { text(live)?.contains("First") == true }
        #expect(await live.send(ScreenAction("more", .pressed)))
        try await wait { text(live)?.contains("two") == true }
        #expect(try await alerts.first().id == "told")
        #expect(said.all == ["more"])
        live.close()
        // The board hears that no more follows.
        #expect(await !live.send(ScreenAction("more", .pressed)))
    }

    @Test("comes back by itself where its vertical does, and at once where somebody asks")
    func comesBack() async throws {
        let live: LiveScreen = screen { number, _, emit in
            guard number > 2 else { throw Declined("too much to do") }
            try await emit(Self.titled("Activation \(number)"))
            return number == 3 ? .done : .notDone
        }
        live.open()
        try await wait { if case .ended = live.shown { true } else { false } }
        #expect(activations.all.count == 3)
        live.retry()
        _ = try await activations.nth(4)
        live.close()
    }

    @Test("that is closed lets go of its board")
    func closed() async throws {
        let ended: Mailbox<Void> = Mailbox()
        let live: LiveScreen = screen { _, _, emit in
            defer { ended.put(()) }
            try await emit(Self.titled("Open"))
            var waits: AsyncStream<Void>.AsyncIterator = NewsBell().listen().makeAsyncIterator()
            _ = await waits.next()
            throw CancellationError()
        }
        live.open()
        try await wait { text(live)?.contains("Open") == true }
        live.close()
        _ = try await ended.first()
        live.retry()
        #expect(activations.all.count == 1)
    }
}
