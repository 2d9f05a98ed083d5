import AuthenticationIO
import Colonnade
import ColonnadePresentation
import ColonnadeSystemIO
import OctopusShell
private import Synchronization

/// What the operator asks of the shell: where it is, and what a browser would show, as text.
struct ShellBoards: ShellInterface {
    /// For how long a screen is waited for.
    private static let patience: Duration = .seconds(5)

    private let links: SuiteLinks
    private let world: World
    private let address: @Sendable () -> String
    private let door: @Sendable () async -> String
    private let flows: @Sendable (any FlowsOwner) -> SuiteFlows

    init(
        links: SuiteLinks, world: World, address: @escaping @Sendable () -> String, door: @escaping @Sendable () async -> String,
        flows: @escaping @Sendable (any FlowsOwner) -> SuiteFlows
    ) {
        self.links = links
        self.world = world
        self.address = address
        self.door = door
        self.flows = flows
    }

    func home(_ input: HomeRequest) async throws(Failure) -> String { await door() }

    func openURL(_ input: OpenRequest) async throws(Failure) -> OpenedURL {
        let link: Link? = Link(input.url)
        let address: String = address() + (link?.path ?? "/")
        let resolution: LinkResolution = await links.resolve(input.url, .current)
        switch resolution.outcome {
        case .unmatched(let nearest):
            return OpenedURL(address: address, outcome: .unmatched(nearest: nearest), unreachable: resolution.unreachable)
        case .refused(let handler, let reason):
            return OpenedURL(address: address, handler: handler, outcome: .refused(reason: reason), unreachable: resolution.unreachable)
        case .leads(let handler, let route):
            return OpenedURL(
                address: address, handler: handler, outcome: await show(route, of: handler.vertical), unreachable: resolution.unreachable)
        }
    }

    private func show(_ route: Route, of vertical: String) async -> OpenOutcome {
        let owner: OperatorAtShell = OperatorAtShell()
        let flows: SuiteFlows = flows(owner)
        guard world.bind({ flows.open(route, of: vertical) }) else {
            return .failed(board: "", reason: "The shell has no flow for \(route.name).")
        }
        guard case .screen(let screen)? = (flows.modal.top ?? flows.primary.top)?.presented else {
            return .failed(board: "", reason: "The shell shows nothing for \(route.name).")
        }
        return await first(of: screen, in: flows)
    }

    /// The screen as it is once it has stood still for a moment, or the patience is over.
    private func first(of screen: PresentedScreen, in flows: SuiteFlows) async -> OpenOutcome {
        let shown: ShownScreen = ShownScreen()
        let failure: ScreenFailure? = await withTaskGroup(of: ScreenFailure?.self) { group in
            group.addTask {
                await world.bind {
                    await CallMetadata.$current.withValue(CallMetadata(session: CallMetadata.current.session)) {
                        do throws(ScreenFailure) {
                            _ = try await screen.open(Commands()) { shown.take($0) }
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
            }
            group.addTask {
                await shown.settle(within: Self.patience, clock: world.clock)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        if let whole: Screen = shown.screen { return .opened(board: screen.name, text: await named(whole, in: flows).plainText) }
        guard let failure else { return .failed(board: screen.name, reason: "The screen has shown nothing for \(Self.patience).") }
        let reason: String = failure.message.plainText
        return failure.isBarrier ? .barrier(board: screen.name, reason: reason) : .failed(board: screen.name, reason: reason)
    }

    /// With names in the place of people's ids, where there are any for the session of the call.
    private func named(_ screen: Screen, in flows: SuiteFlows) async -> Screen {
        let people: Set<ScreenPerson> = screen.people
        guard !people.isEmpty else { return screen }
        let names: [String: String]? = try? await world.bind { try await flows.names(of: people) }
        return screen.naming(names ?? [:])
    }
}

/// A screen as it comes.
private final class ShownScreen: Sendable {
    private struct State {
        var screen: Screen?
        var changes: Int = 0
    }

    /// A screen that has not changed for so long is what a person would see.
    private static let moment: Duration = .milliseconds(300)

    private let state: Mutex<State> = Mutex(State())

    var screen: Screen? { state.withLock { $0.screen } }

    func take(_ output: ScreenOutput) {
        state.withLock { state in
            state.changes += 1
            switch output {
            case .screen(let whole): state.screen = whole
            case .changed(let changes): state.screen = (try? state.screen?.applying(changes)) ?? state.screen
            case .route, .alert, .unknown: break
            }
        }
    }

    func settle(within patience: Duration, clock: WorldClock) async {
        let end: Duration = clock.uptime() + patience
        var seen: Int = -1
        while clock.uptime() < end {
            let (screen, changes): (Screen?, Int) = state.withLock { ($0.screen, $0.changes) }
            if screen != nil, changes == seen { return }
            seen = changes
            guard (try? await clock.sleep(Self.moment)) != nil else { return }
        }
    }
}

/// The operator, who opens one link with the session of the call, and does nothing with it.
private final class OperatorAtShell: FlowsOwner {
    let place: String = ""
    let person: SignedIn? = nil
    let ward: SignedIn? = nil

    func act(for ward: SignedIn?) {}
    func signIn(_ person: SignedIn) {}
    func signOut() {}
}
