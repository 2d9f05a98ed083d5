import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import MapsIO
import OctopusFlows

/// The flows of a page over stand-ins, without a shell or a browser.
struct PageUnderTest {
    let opened: Mailbox<Opened> = Mailbox()
    let signedIn: Mailbox<SignedIn> = Mailbox()
    let signedOut: Mailbox<Bool> = Mailbox()
    let wards: Mailbox<SignedIn?> = Mailbox()
    let files: Mailbox<Download> = Mailbox()
    let flows: AppFlows

    /// - Parameter isRefused: whether every vertical says that there is no session any more.
    init(_ app: MicroApp? = nil, as session: SessionDescription? = nil, isRefused: Bool = false) throws {
        let reason: String = "gone"
        var world: World = .fixed()
        world.configureSuite(
            authentication: AuthenticationStandIn(opened, refusal: isRefused ? .sessionNeeded(reason: reason) : nil),
            appointments: AppointmentsStandIn(opened, refusal: isRefused ? .sessionNeeded(reason: reason) : nil),
            records: RecordsStandIn(opened, refusal: isRefused ? .sessionNeeded(reason: reason) : nil), maps: MapsStandIn(opened))
        flows = AppFlows(
            try app ?? MicroApp(),
            for: FlowVisitor(place: "192.0.2.1", signUpAddress: "http://localhost/sign-up?code=", session: session), in: world,
            events: AppEvents(
                signedIn: { [signedIn] in signedIn.put($0) }, signedOut: { [signedOut] in signedOut.put(true) },
                actingFor: { [wards] in wards.put($0) }, download: { [files] in files.put($0) }))
    }

    /// The screen that a flow shows.
    func top(_ flow: Flow) throws -> PresentedScreen {
        guard case .screen(let screen)? = flow.top?.presented else { throw Late("no screen is shown") }
        return screen
    }

    /// What a screen opens.
    func open(_ screen: PresentedScreen) async throws -> Opened {
        let before: Int = opened.all.count
        _ = try await screen.open(Commands()) { _ in }
        guard opened.all.count == before + 1, let last: Opened = opened.all.last else { throw Late("not one screen was opened") }
        return last
    }

    /// What the screen on top of the page opens.
    func openTop() async throws -> Opened { try await open(try top(flows.primary)) }

    /// What the screen over the page opens.
    func openModal() async throws -> Opened { try await open(try top(flows.modal)) }

    /// Says that something has happened on the screen that a flow shows.
    /// - Returns: whether the screen knew it.
    @discardableResult
    func say<Value: WireMessage>(_ value: Value, on flow: Flow) throws -> Bool { try top(flow).handle(Route(value)) }

    /// The alert beside the page.
    func alert() throws -> PresentedAlert {
        guard case .alert(let alert)? = flows.secondary.top?.presented else { throw Late("no alert is shown") }
        return alert
    }

    /// What all tiles of the home page open.
    func openTiles() async throws -> [Opened] {
        var all: [Opened] = []
        for tile: HomeTile in flows.tiles { all.append(try await open(tile.screen)) }
        return all
    }

    /// How many screens and alerts a flow has on top of one another.
    func depths(_ flow: Flow) -> [Int] { flow.layers.map(\.count) }
}

extension SignedIn {
    /// Somebody's session.
    static func of(_ name: String, _ role: AccountRole, session: Int = 1, patient: String? = nil) -> SignedIn {
        func id(_ number: Int) -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number))) }
        return SignedIn(
            token: "token of \(name) \(session)",
            session: SessionDescription(
                id: id(session * 16 + name.utf8.count), user: id(name.utf8.count), name: name, role: role, patient: patient,
                issued: Date(timeIntervalSince1970: 0), expires: Date(timeIntervalSince1970: 4_000_000_000)))
    }
}
