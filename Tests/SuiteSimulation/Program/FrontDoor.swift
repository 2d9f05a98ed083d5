import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import ColonnadeContract
import FoundationEssentials
import MapsIO

/// How the story begins: the first operator signs up, invites somebody of the staff, and the patients' records come in.
struct FrontDoor: Sendable {
    /// What is needed to go on.
    struct Opened: Sendable {
        let token: String
        let slots: [Slot]
        /// From where on appointments are followed.
        let cursor: String
    }

    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    static let staff: SignIn = SignIn(name: "mara", password: "another fine long password")
    static let hospital: String = "massachusetts general"

    private let caller: Caller

    init(_ suite: SuiteSurroundings) {
        caller = Caller(name: SuiteSurroundings.operator, suite: suite)
    }

    func open() async throws -> Opened {
        let token: String = try await signUp()
        try await importRecords(token)
        let maps: MapsClient = MapsClient(caller.channel(to: "maps", MapsContract.descriptor))
        let places: [Place] = try await maps.searchPlaces(PlaceSearch(text: Self.hospital))
        guard places.count == 1 else { throw Unexpected(description: "\(places.count) hospitals were found") }
        let appointments: AppointmentsClient = AppointmentsClient(caller.channel(to: "appointments", AppointmentsContract.descriptor))
        return try await caller.with(session: token) {
            let range: SlotsRequest = SlotsRequest(
                from: SuiteSurroundings.start, until: SuiteSurroundings.start.addingTimeInterval(3 * 86_400), pageSize: 100)
            let slots: [Slot] = try await appointments.slots(range).slots
            let page: AppointmentsPage = try await appointments.list(ListRequest(scope: .patient("p0")))
            return Opened(token: token, slots: slots, cursor: page.follow)
        }
    }

    private func signUp() async throws -> String {
        let suite: SuiteSurroundings = caller.suite
        let accounts: AuthenticationClient = AuthenticationClient(caller.channel(to: "authentication", AuthenticationContract.descriptor))
        let text: String = try String(contentsOfFile: "\(suite.state(of: "authentication"))/operator-invitation", encoding: .utf8)
        let invitation: String = text.split(separator: "\n").first.map(String.init) ?? ""
        let chief: SignedIn = try await accounts.signUp(SignUp(code: invitation, password: "correct horse battery staple"))
        let code: InvitationCode = try await caller.with(session: chief.token) {
            try await accounts.invite(Invitation(name: Self.staff.name, role: .staff))
        }
        return try await accounts.signUp(SignUp(code: code.code, password: Self.staff.password)).token
    }

    private func importRecords(_ token: String) async throws {
        let records: ClinicalRecordsClient = ClinicalRecordsClient(
            caller.channel(to: "clinical-records", ClinicalRecordsContract.descriptor))
        let summary: ImportSummary? = try await caller.with(session: token) {
            let commands: Commands<[UInt8]> = Commands()
            async let sending: Void = {
                try await commands.send(Array(SimulatedClinic.bundle.utf8))
                commands.finish()
            }()
            var summary: ImportSummary?
            for try await output: ImportOutput in records.importBundle(BundleImport(), commands) {
                if case .summary(let last) = output { summary = last }
            }
            try await sending
            return summary
        }
        guard summary?.added == 4 else { throw Unexpected(description: "the import said \(String(describing: summary))") }
    }
}
