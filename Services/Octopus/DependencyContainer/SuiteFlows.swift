import AuthenticationIO
import Colonnade
import ColonnadeEventLoop
import ColonnadePresentation
import ColonnadeSystemIO
import OctopusFlows
import OctopusShell

/// Whose pages the flows are for: a browser, or the operator's `open`.
protocol FlowsOwner: AnyObject, Sendable {
    var place: String { get }
    var person: SignedIn? { get }
    /// The minor for whom the person acts; nil for themselves.
    var ward: SignedIn? { get }

    func act(for ward: SignedIn?)
    func signIn(_ person: SignedIn)
    func signOut()
}

extension Visitor: FlowsOwner {}

/// The clinic's flows, as the shell wants those of a page.
final class SuiteFlows: PageFlows {
    /// For how long names of people are waited for; a page shows their ids until then.
    private static let patience: Duration = .seconds(2)

    let files: FileOffers = FileOffers()
    private let app: AppFlows

    init(_ app: MicroApp, for owner: any FlowsOwner, in world: World, signUpAddress: String) {
        let visitor: FlowVisitor = FlowVisitor(
            place: owner.place, signUpAddress: signUpAddress, session: owner.person?.session, ward: owner.ward)
        self.app = AppFlows(
            app, for: visitor, in: world,
            events: AppEvents(
                signedIn: { [weak owner] in owner?.signIn($0) }, signedOut: { [weak owner] in owner?.signOut() },
                actingFor: { [weak owner] in owner?.act(for: $0) },
                download: { [files] in files.offer(OfferedFile(name: $0.name, mediaType: $0.mediaType, fetch: $0.fetch)) }))
    }

    var tiles: [PageTile] { app.tiles.map { PageTile(id: $0.id, title: $0.title, screen: $0.screen) } }
    var primary: Flow { app.primary }
    var secondary: Flow { app.secondary }
    var modal: Flow { app.modal }
    var places: [NavigationPlace] { app.destinations.map { NavigationPlace(title: $0.title, path: $0.path) } }

    func listen(_ hear: @escaping @Sendable () -> Void) -> NewsBell.Listening { app.listen(hear) }

    func open(_ route: Route, of vertical: String) -> Bool { app.open(route, of: vertical) }

    func start() { app.start() }

    func askForSignIn() { app.signInNeeded() }

    func become(_ person: SignedIn?) { app.become(person?.session) }

    func act(for ward: SignedIn?) { app.act(for: ward) }

    func names(of people: Set<ScreenPerson>) async throws(ScreenFailure) -> [String: String] {
        var metadata: CallMetadata = .current
        metadata.deadline = (MonotonicTime.read() + Self.patience).nanoseconds
        do {
            return try await CallMetadata.$current.withValue(metadata) { try await app.names(of: people) }
        } catch {
            throw error as? ScreenFailure ?? ScreenFailure(CallFailure<NoRefusal>(thrown: error))
        }
    }
}
