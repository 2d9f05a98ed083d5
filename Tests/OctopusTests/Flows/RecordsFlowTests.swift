import AuthenticationIO
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import MapsIO
import Testing

@testable import OctopusFlows

@Suite("From screen to screen among records and places", .timeLimit(.minutes(2)))
struct RecordsFlowTests {
    private let child: SignedIn = .of("child", .patient, patient: "p2")

    @Test("From patients to a summary, its history, an entry, its place, and the way there; and all the way back")
    func walk() async throws {
        let page: PageUnderTest = try PageUnderTest(as: SignedIn.of("grace", .staff).session)
        page.flows.go(to: .patients)
        #expect(try await page.openTop() == .patients(PatientsScreenInput()))
        try page.say(PatientsRoute.patientChosen(id: "p1"), on: page.flows.primary)
        #expect(try await page.openTop() == .summary(SummaryScreenInput(patient: "p1", leadsToAppointments: true)))
        try page.say(SummaryRoute.documentsChosen(patient: "p1"), on: page.flows.primary)
        #expect(try await page.openTop() == .history(HistoryScreenInput(patient: "p1", kinds: [.document, .diagnosticReport])))
        page.flows.primary.back()
        try page.say(SummaryRoute.historyChosen(patient: "p1", kinds: [.condition]), on: page.flows.primary)
        #expect(try await page.openTop() == .history(HistoryScreenInput(patient: "p1", kinds: [.condition])))
        try page.say(HistoryRoute.entryChosen(id: "Condition/1"), on: page.flows.primary)
        #expect(try await page.openTop() == .document(DocumentScreenInput(entry: "Condition/1")))
        try page.say(DocumentRoute.entryChosen(id: "Encounter/2"), on: page.flows.primary)
        #expect(try await page.openTop() == .document(DocumentScreenInput(entry: "Encounter/2")))
        try page.say(DocumentRoute.placeChosen(id: "hospital"), on: page.flows.primary)
        #expect(try await page.openTop() == .place(PlaceScreenInput(id: "hospital")))
        try page.say(PlaceRoute.directionsWanted(to: "hospital"), on: page.flows.primary)
        #expect(try await page.openTop() == .directions(DirectionsScreenInput(to: .place("hospital"))))
        #expect(page.depths(page.flows.primary) == [7])
        for _ in 0..<7 { page.flows.primary.back() }
        #expect(page.flows.primary.top == nil)
    }

    @Test("From a patient's summary to their appointments and back; an app without appointments offers no such way")
    func appointments() async throws {
        let page: PageUnderTest = try PageUnderTest(as: SignedIn.of("grace", .staff).session)
        page.flows.go(to: .records(.summary(patient: "p1")))
        #expect(try await page.openTop() == .summary(SummaryScreenInput(patient: "p1", leadsToAppointments: true)))
        try page.say(SummaryRoute.appointmentsChosen(patient: "p1"), on: page.flows.primary)
        #expect(try await page.openTop() == .list(.init(patient: "p1")))
        page.flows.primary.back()
        #expect(try page.top(page.flows.primary).name == "ClinicalRecords.summaryScreen")

        let desk: PageUnderTest = try PageUnderTest(try MicroApp(parts: [.records]), as: SignedIn.of("grace", .staff).session)
        desk.flows.go(to: .records(.summary(patient: "p1")))
        #expect(try await desk.openTop() == .summary(SummaryScreenInput(patient: "p1")))
    }

    @Test("Names of people come from records, with the minors' sessions; in an app without records nobody is asked")
    func names() async throws {
        let people: Set<ScreenPerson> = [ScreenPerson(id: "p1"), ScreenPerson(id: "p2", session: "token"), ScreenPerson(id: "p2")]
        let page: PageUnderTest = try PageUnderTest(as: SignedIn.of("ada", .patient, patient: "p1").session)
        #expect(try await page.flows.names(of: people) == ["p1": "Name of p1", "p2": "Name of p2"])
        #expect(page.opened.all == [.names(NamesRequest(patients: ["p1", "p2"], minorSessions: ["token"]))])
        let places: PageUnderTest = try PageUnderTest(try MicroApp(parts: [.maps]))
        #expect(try await places.flows.names(of: people).isEmpty)
        #expect(places.opened.all.isEmpty)
        let refused: PageUnderTest = try PageUnderTest(isRefused: true)
        await #expect(throws: ScreenFailure.self) { _ = try await refused.flows.names(of: people) }
    }

    @Test("What was imported leads to the patient")
    func imports() async throws {
        let page: PageUnderTest = try PageUnderTest(as: SignedIn.of("root", .operator).session)
        #expect(try await page.openTiles() == [.imports, .search(SearchScreenInput())])
        page.flows.go(to: .imports)
        try page.say(ImportRoute.patientChosen(id: "p1"), on: page.flows.primary)
        #expect(try await page.openTop() == .summary(SummaryScreenInput(patient: "p1", leadsToAppointments: true)))
    }

    @Test("A guardian sees a minor's records by the minor's session, from entry to entry, and no other way")
    func ward() async throws {
        let page: PageUnderTest = try PageUnderTest(as: SignedIn.of("ada", .patient, patient: "p1").session)
        page.flows.go(to: .wards)
        #expect(try await page.openModal() == .wards)
        try page.say(WardRoute.actingFor(child), on: page.flows.modal)
        #expect(page.flows.modal.top == nil)
        #expect(page.wards.all == [child])
        #expect(page.flows.actingFor == "child")
        let history: Opened = .minorHistory(MinorHistoryScreenInput(session: child.token))
        #expect(
            try await page.openTiles() == [.list(.init(minorSession: child.token)), history, .search(SearchScreenInput())])
        page.flows.go(to: .records)
        #expect(try await page.openTop() == history)
        try page.say(HistoryRoute.entryChosen(id: "Observation/1"), on: page.flows.primary)
        #expect(try await page.openTop() == .document(DocumentScreenInput(entry: "Observation/1", minorSession: child.token)))
        try page.say(DocumentRoute.entryChosen(id: "Observation/2"), on: page.flows.primary)
        #expect(try await page.openTop() == .document(DocumentScreenInput(entry: "Observation/2", minorSession: child.token)))
        #expect(!"\(AppStep.records(.wardEntry(id: "Observation/1")))".contains(child.token))
        page.flows.go(to: .wards)
        try page.say(WardRoute.actingForOneself, on: page.flows.modal)
        #expect(page.flows.primary.top == nil)
        #expect(page.flows.actingFor == nil)
        page.flows.go(to: .records)
        #expect(try await page.openTop() == .summary(SummaryScreenInput(leadsToAppointments: true)))
    }

    @Test("Who acts for nobody is asked for whom, where a step needs it")
    func wardNeeded() async throws {
        let page: PageUnderTest = try PageUnderTest(as: SignedIn.of("ada", .patient, patient: "p1").session)
        page.flows.go(to: .records(.wardHistory(kinds: [])))
        #expect(page.flows.primary.top == nil)
        #expect(try await page.openModal() == .wards)
    }

    @Test("What a newer vertical means, and what the app does not have, is said beside the page")
    func unknown() throws {
        let page: PageUnderTest = try PageUnderTest(
            try MicroApp(parts: [.records]), as: SignedIn.of("grace", .staff).session)
        page.flows.go(to: .records(.entry(id: "Observation/1")))
        try page.say(DocumentRoute.placeChosen(id: "hospital"), on: page.flows.primary)
        #expect(try page.alert().alert.message == "This app does not have what comes next.")
        try page.alert().answer(nil)
        #expect(page.flows.secondary.top == nil)
        try page.say(DocumentRoute.unknown(Unrecognized(number: 77)), on: page.flows.primary)
        _ = try page.alert()
        #expect(page.depths(page.flows.primary) == [1])
        let screen: PresentedScreen = try page.top(page.flows.primary)
        #expect(!screen.handle(Route(name: "DocumentRoute", value: [0xFF, 0xFF, 0xFF])))
        #expect(!screen.handle(Route(SearchRoute.placeChosen(id: "hospital"))))
        #expect(page.depths(page.flows.primary) == [1])
    }
}
