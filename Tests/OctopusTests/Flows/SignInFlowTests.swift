import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import MapsIO
import Testing

@testable import OctopusFlows

@Suite("Signing in and out on a page", .timeLimit(.minutes(2)))
struct SignInFlowTests {
    private let ada: SignedIn = .of("ada", .patient, patient: "p1")
    private let grace: SignedIn = .of("grace", .staff)

    @Test("Nobody gets a tile to sign in at, told where they are, and what needs no session")
    func nobody() async throws {
        let page: PageUnderTest = try PageUnderTest()
        page.flows.start()
        #expect(page.flows.primary.top == nil)
        #expect(
            try await page.openTiles() == [.signIn(SignInScreenInput(place: "192.0.2.1")), .search(SearchScreenInput())])
        #expect(page.flows.destinations == [.home, .places])
    }

    @Test("Signing in on the tile hands the token over, and the tiles are that person's")
    func fromTile() async throws {
        let page: PageUnderTest = try PageUnderTest()
        let before: [UInt64] = page.flows.tiles.map(\.id)
        let rung: Mailbox<Bool> = Mailbox()
        let listening: NewsBell.Listening = page.flows.listen { rung.put(true) }
        defer { withExtendedLifetime(listening) {} }
        #expect(page.flows.tiles[0].screen.handle(Route(SignInRoute.signedIn(ada))))
        #expect(!rung.all.isEmpty)
        #expect(page.signedIn.all == [ada])
        #expect(Set(before).isDisjoint(with: page.flows.tiles.map(\.id)))
        #expect(try await page.openTiles() == [.list(.init()), .summary(.init(leadsToAppointments: true)), .search(.init())])
        #expect(page.flows.destinations == [.home, .appointments, .records, .wards, .places, .sessions])
    }

    @Test("A step waits behind one sign-in, however many screens ask for it, and goes on")
    func barrier() async throws {
        let page: PageUnderTest = try PageUnderTest()
        page.flows.go(to: .records(.entry(id: "Observation/1")))
        let waiting: UInt64? = page.flows.primary.top?.id
        await withDiscardingTaskGroup { group in
            for _ in 0..<50 { group.addTask { page.flows.signInNeeded() } }
        }
        #expect(page.depths(page.flows.modal) == [1])
        #expect(try await page.openModal() == .signIn(SignInScreenInput(place: "192.0.2.1")))
        try page.say(SignInRoute.signedIn(ada), on: page.flows.modal)
        #expect(page.flows.modal.top == nil)
        #expect(page.flows.primary.top?.id == waiting)
        #expect(page.flows.tiles.count == 3)
    }

    @Test("Signing up and signing in lead to one another in the same place, and a code is filled in")
    func signUp() async throws {
        let page: PageUnderTest = try PageUnderTest()
        page.flows.go(to: .signIn(.signUp(code: "ABCD")))
        #expect(try await page.openModal() == .signUp(SignUpScreenInput(place: "192.0.2.1", code: "ABCD")))
        page.flows.signInNeeded()
        #expect(page.depths(page.flows.modal) == [1])
        try page.say(SignUpRoute.signInWanted, on: page.flows.modal)
        #expect(try await page.openModal() == .signIn(SignInScreenInput(place: "192.0.2.1")))
        try page.say(SignInRoute.signUpWanted, on: page.flows.modal)
        #expect(try await page.openModal() == .signUp(SignUpScreenInput(place: "192.0.2.1")))
        #expect(page.depths(page.flows.modal) == [1])
        try page.say(SignUpRoute.signedIn(grace), on: page.flows.modal)
        #expect(page.flows.modal.top == nil)
        #expect(page.signedIn.all == [grace])
    }

    @Test("A guardian without a record of their own is asked for whom they act, and then has what is the minor's")
    func guardianAlone() async throws {
        let page: PageUnderTest = try PageUnderTest(as: SignedIn.of("gail", .patient).session)
        #expect(page.flows.destinations == [.home, .wards, .places, .sessions])
        #expect(try await page.openTiles() == [.wards, .search(.init())])
        let child: SignedIn = .of("child", .patient, patient: "p2")
        page.flows.act(for: child)
        #expect(page.flows.destinations == [.home, .appointments, .records, .wards, .places, .sessions])
        #expect(
            try await page.openTiles() == [
                .list(.init(minorSession: child.token)), .minorHistory(MinorHistoryScreenInput(session: child.token)), .search(.init()),
            ])
    }

    @Test("Somebody else finds nothing of who was here before")
    func somebodyElse() throws {
        let page: PageUnderTest = try PageUnderTest(as: ada.session)
        page.flows.go(to: .records(.summary(patient: nil)))
        page.flows.go(to: .account(.wards))
        page.flows.go(to: .places(.search(text: nil)))
        page.flows.become(grace.session)
        for flow: Flow in [page.flows.primary, page.flows.secondary, page.flows.modal] { #expect(flow.top == nil) }
        #expect(page.flows.destinations.contains(.patients))
    }

    @Test("A new session of the same person keeps what is open, and ends the minor's")
    func again() throws {
        let page: PageUnderTest = try PageUnderTest(as: ada.session)
        page.flows.act(for: .of("child", .patient, patient: "p2"))
        page.flows.go(to: .records(.wardHistory(kinds: [])))
        let step: UInt64? = page.flows.primary.top?.id
        #expect(page.flows.actingFor == "child")
        page.flows.become(SignedIn.of("ada", .patient, session: 2, patient: "p1").session)
        #expect(page.flows.primary.top?.id == step)
        #expect(page.flows.actingFor == nil)
    }

    @Test("Ending one's own session on the list of sessions leaves nobody")
    func endedSession() throws {
        let page: PageUnderTest = try PageUnderTest(as: ada.session)
        page.flows.go(to: .sessions)
        try page.say(SessionsRoute.signedOut(SignedOut(sessions: [ada.session.id])), on: page.flows.primary)
        #expect(page.signedOut.all == [true])
        #expect(page.flows.primary.top == nil)
        #expect(page.flows.destinations == [.home, .places])
    }

    @Test("Whatever a vertical refuses for want of a session is a barrier; a place to sign in at is none")
    func refusals() async throws {
        let page: PageUnderTest = try PageUnderTest(as: ada.session, isRefused: true)
        let steps: [AppStep] = [
            .account(.sessions), .account(.invite), .records(.patients(search: nil)), .records(.summary(patient: nil)),
            .records(.history(patient: nil, kinds: [])), .records(.entry(id: "A/1")), .records(.imports),
            .appointments(.list(of: .patient(nil))), .appointments(.today(clinic: nil)),
            .appointments(.booking(for: .patient(nil), key: nil, near: nil)),
        ]
        for step: AppStep in steps {
            page.flows.go(to: step)
            let screen: PresentedScreen = try page.top(page.flows.primary)
            let failure: ScreenFailure? = await #expect(throws: ScreenFailure.self) { _ = try await screen.open(Commands()) { _ in } }
            #expect(failure?.isBarrier == true, "\(step)")
        }
        page.flows.signInNeeded()
        _ = try await page.openModal()
    }
}
