import AuthenticationIO
import Colonnade
import ColonnadeEventLoop
import ColonnadePresentation
import ColonnadeSystemIO
import OctopusShell
private import Synchronization

/// The operator's `open`: what a browser would show, as text.
struct ShellBoards: ShellInterface {
    /// For how long a screen is waited for.
    private static let patience: Duration = .seconds(5)

    private let links: SuiteLinks
    private let world: World
    private let address: @Sendable () -> String
    private let flows: @Sendable (any FlowsOwner) -> SuiteFlows

    init(
        links: SuiteLinks, world: World, address: @escaping @Sendable () -> String,
        flows: @escaping @Sendable (any FlowsOwner) -> SuiteFlows
    ) {
        self.links = links
        self.world = world
        self.address = address
        self.flows = flows
    }

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
        let shown: Mutex<Screen?> = Mutex(nil)
        var metadata: CallMetadata = CallMetadata(session: CallMetadata.current.session)
        metadata.deadline = (MonotonicTime.read() + Self.patience).nanoseconds
        do {
            _ = try await world.bind {
                try await CallMetadata.$current.withValue(metadata) {
                    try await screen.open(Commands()) { output in
                        guard case .screen(let whole) = output else { return }
                        shown.withLock { $0 = whole }
                        throw HasSeenEnough()
                    }
                }
            }
        } catch {
            if let whole: Screen = shown.withLock({ $0 }) { return .opened(board: screen.name, text: whole.plainText) }
            let failure: ScreenFailure = error as? ScreenFailure ?? ScreenFailure(CallFailure<NoRefusal>(thrown: error))
            let reason: String = failure.message.plainText
            return failure.isBarrier ? .barrier(board: screen.name, reason: reason) : .failed(board: screen.name, reason: reason)
        }
        return .failed(board: screen.name, reason: "The screen ended before it showed anything.")
    }
}

/// The first screen is all that is printed.
private struct HasSeenEnough: Error {}

/// The operator, who opens one link with the session of the call, and does nothing with it.
private final class OperatorAtShell: FlowsOwner {
    let place: String = ""
    let person: SignedIn? = nil
    let ward: SignedIn? = nil

    func act(for ward: SignedIn?) {}
    func signIn(_ person: SignedIn) {}
    func signOut() {}
}
