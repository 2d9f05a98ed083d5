import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import MapsIO
import Testing

@testable import OctopusFlows

@Suite("The flows of a page as a whole", .timeLimit(.minutes(2)))
struct AppFlowsTests {
    private let grace: SignedIn = .of("grace", .staff)

    @Test("Deep links lead where the vertical says, in the place of what was shown")
    func links() async throws {
        let page: PageUnderTest = try PageUnderTest(as: grace.session)
        func open<Link: WireMessage>(_ link: Link, of vertical: String) async throws -> Opened {
            #expect(page.flows.open(Route(link), of: vertical))
            #expect(page.depths(page.flows.primary) == [1])
            return try await page.openTop()
        }
        #expect(try await open(MapsLink.search(text: "x"), of: "maps") == .search(SearchScreenInput(text: "x")))
        #expect(try await open(MapsLink.place(id: "x"), of: "maps") == .place(PlaceScreenInput(id: "x")))
        #expect(try await open(MapsLink.directions(to: "x"), of: "maps") == .directions(.init(to: .place("x"))))
        let records: String = "clinical-records"
        #expect(try await open(ClinicalRecordsLink.patients(search: "x"), of: records) == .patients(.init(search: "x")))
        #expect(
            try await open(ClinicalRecordsLink.summary(patient: "x"), of: records)
                == .summary(.init(patient: "x", leadsToAppointments: true)))
        #expect(try await open(ClinicalRecordsLink.history(patient: nil), of: records) == .history(.init()))
        #expect(try await open(ClinicalRecordsLink.entry(id: "A/1"), of: records) == .document(.init(entry: "A/1")))
        #expect(try await open(ClinicalRecordsLink.importing, of: records) == .imports)
        #expect(
            try await open(AuthenticationLink.invite, of: "authentication") == .invite(.init(address: "http://localhost/sign-up?code=")))
        #expect(try await open(AuthenticationLink.sessions, of: "authentication") == .sessions)
        #expect(page.flows.open(Route(AuthenticationLink.signUp(code: "AB")), of: "authentication"))
        #expect(try await page.openModal() == .signUp(SignUpScreenInput(place: "192.0.2.1", code: "AB")))
        #expect(page.depths(page.flows.primary) == [1])
    }

    @Test("A link that carries a session, that belongs to another vertical or app, or that is broken, leads nowhere")
    func refusedLinks() throws {
        let page: PageUnderTest = try PageUnderTest(try MicroApp(parts: [.records]), as: grace.session)
        page.flows.go(to: .patients)
        let step: UInt64? = page.flows.primary.top?.id
        #expect(!page.flows.open(Route(SignInRoute.signedIn(.of("eve", .operator))), of: "authentication"))
        #expect(!page.flows.open(Route(WardRoute.actingFor(.of("eve", .patient))), of: "authentication"))
        #expect(!page.flows.open(Route(MapsLink.place(id: "x")), of: "clinical-records"))
        #expect(!page.flows.open(Route(MapsLink.place(id: "x")), of: "maps"))
        #expect(!page.flows.open(Route(MapsLink.place(id: "x")), of: "nobody"))
        #expect(!page.flows.open(Route(ClinicalRecordsLink.unknown(Unrecognized(number: 99))), of: "clinical-records"))
        #expect(!page.flows.open(Route(name: "ClinicalRecordsLink", value: [0xFF, 0x01]), of: "clinical-records"))
        #expect(page.flows.primary.top?.id == step)
        #expect(page.signedIn.all.isEmpty)
        #expect(page.wards.all.isEmpty)
    }

    @Test("Every screen has the name of a board that shows screens")
    func names() throws {
        let page: PageUnderTest = try PageUnderTest(as: grace.session)
        page.flows.act(for: .of("child", .patient))
        let appointment: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        let steps: [AppStep] = [
            .account(.sessions), .account(.invite), .records(.patients(search: nil)), .records(.summary(patient: nil)),
            .records(.history(patient: nil, kinds: [])), .records(.wardHistory(kinds: [])), .records(.entry(id: "A/1")),
            .records(.imports), .appointments(.list(of: .ward)), .appointments(.booking(for: .ward, key: nil, near: nil)),
            .appointments(.appointment(id: appointment, of: .ward)), .appointments(.today(clinic: nil)), .places(.search(text: nil)),
            .places(.place(id: "x")), .places(.directions(from: nil, to: .place("x"))),
        ]
        var names: Set<String> = Builder.Authentication.signInScreens.union([
            Builder.Authentication.wardScreen, Builder.Maps.pickPlaceScreen, Builder.Appointments.bookingScreen,
        ])
        for step: AppStep in steps {
            page.flows.go(to: Destination.home)
            page.flows.go(to: step)
            names.insert(try page.top(page.flows.primary).name)
        }
        let boards: [String] = [
            AuthenticationContract.descriptor, AppointmentsContract.descriptor, ClinicalRecordsContract.descriptor,
            MapsContract.descriptor,
        ].flatMap { contract in contract.boards.filter { $0.name.hasSuffix("Screen") }.map { "\(contract.name).\($0.name)" } }
        #expect(names == Set(boards))
    }

    @Test("An app starts where its launcher says, for who may be there")
    func starts() throws {
        let app: MicroApp = try MicroApp(parts: ["records"], start: "patients")
        let page: PageUnderTest = try PageUnderTest(app)
        page.flows.start()
        #expect(page.flows.primary.top == nil)
        #expect(page.flows.destinations == [.home])
        page.flows.become(grace.session)
        #expect(try page.top(page.flows.primary).name == "ClinicalRecords.patientsScreen")
        #expect(page.flows.destinations == [.home, .patients, .imports, .invitations, .sessions])
    }

    @Test("What a launcher says wrong is told with what would be right")
    func configuration() throws {
        #expect(throws: MicroAppError.unknownPart("recrods")) { try MicroApp(parts: ["recrods"], start: nil) }
        #expect(throws: MicroAppError.unknownStart("Home")) { try MicroApp(parts: nil, start: "Home") }
        #expect(throws: MicroAppError.startWithoutPart(.places, .maps)) { try MicroApp(parts: ["records"], start: "places") }
        #expect("\(MicroAppError.unknownPart("x"))".contains("appointments, records, maps"))
        #expect(try MicroApp(parts: nil, start: nil) == MicroApp())
        #expect(try MicroApp(parts: [], start: nil).parts.isEmpty)
    }

    @Test("Nothing is kept of a page that is gone, whatever it showed; its screens lead nowhere")
    func letGo() throws {
        weak var flows: AppFlows?
        var kept: PresentedScreen?
        do {
            let page: PageUnderTest = try PageUnderTest(as: grace.session)
            page.flows.go(to: .patients)
            try page.say(PatientsRoute.unknown(Unrecognized(number: 9)), on: page.flows.primary)
            page.flows.go(to: .appointments(.booking(for: .patient(nil), key: nil, near: nil)))
            try page.say(BookingRoute.placeWanted, on: page.flows.primary)
            page.flows.signInNeeded()
            flows = page.flows
            kept = try page.top(page.flows.primary)
        }
        #expect(flows == nil)
        #expect(try #require(kept).handle(Route(BookingRoute.placeWanted)))
    }

    @Test("However people, links and screens come from many tasks, one sign-in stands over the page at most", arguments: [1, 2, 3])
    func storm(seed: UInt64) async throws {
        let page: PageUnderTest = try PageUnderTest()
        await withDiscardingTaskGroup { group in
            for worker: UInt64 in 0..<4 {
                group.addTask {
                    var random: SeededGenerator = SeededGenerator(seed: seed &* 31 &+ worker)
                    for _ in 0..<200 { Self.step(page, &random) }
                }
            }
        }
        let signIns: Int = page.flows.modal.layers.flatMap { $0 }.count { step in
            guard case .screen(let screen) = step.presented else { return false }
            return Builder.Authentication.signInScreens.contains(screen.name)
        }
        #expect(signIns <= 1)
        page.flows.become(grace.session)
        page.flows.become(nil)
        for flow: Flow in [page.flows.primary, page.flows.secondary, page.flows.modal] { #expect(flow.top == nil) }
        #expect(page.flows.tiles.map(\.screen.name) == ["Authentication.signInScreen", "Maps.searchScreen"])
    }

    private static func step(_ page: PageUnderTest, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: page.flows.signInNeeded()
        case 1: page.flows.go(to: .signIn(.signUp(code: nil)))
        case 2:
            page.flows.become(
                [nil, SignedIn.of("ada", .patient).session, SignedIn.of("grace", .staff).session].randomElement(using: &random) ?? nil)
        case 3: page.flows.go(to: Destination.allCases.randomElement(using: &random) ?? .home)
        case 4: _ = page.flows.open(Route(AuthenticationLink.signIn), of: "authentication")
        case 5: page.flows.tiles.first.map { _ = $0.screen.handle(Route(SignInRoute.signUpWanted)) }
        default: page.flows.primary.back()
        }
    }
}
