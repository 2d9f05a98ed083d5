import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import Colonnade
import ColonnadeTesting
import FoundationEssentials
import MapsIO
import Testing

/// The same calls, with the same answers, however the verticals are hosted.
@Suite("The clinic, in a daemon each and in one process", .serialized, .timeLimit(.minutes(4)))
struct ClinicTests {
    @Test("From the first operator to a booking", arguments: Hosting.allCases)
    func walk(hosting: Hosting) async throws {
        let clinic: ClinicUnderTest = try await ClinicUnderTest(hosting)
        let staff: String = try await staffToken(clinic)
        try await places(clinic)
        try await records(clinic, staff)
        try await appointments(clinic, staff)
        try await clinic.end()
    }

    @Test("Whoever has not signed in is stopped at the gates", arguments: Hosting.allCases)
    func gates(hosting: Hosting) async throws {
        let clinic: ClinicUnderTest = try await ClinicUnderTest(hosting)
        let records: ClinicalRecordsClient = records(clinic)
        let appointments: AppointmentsClient = appointments(clinic)
        for token: String? in [nil, "no token at all"] {
            await CallMetadata.$current.withValue(CallMetadata(session: token)) {
                do throws(CallFailure<ClinicalRecordsRefusal>) {
                    _ = try await records.summary(SummaryRequest(patient: "p1"))
                    Issue.record("records were shown")
                } catch {
                    expectRefused(error.fault, by: "ClinicalRecords.signIn")
                }
                do throws(CallFailure<AppointmentsRefusal>) {
                    _ = try await appointments.list(ListRequest(scope: .patient("p1")))
                    Issue.record("appointments were shown")
                } catch {
                    expectRefused(error.fault, by: "Appointments.signIn")
                }
            }
        }
        try await clinic.end()
    }

    // MARK: What is called

    private func staffToken(_ clinic: ClinicUnderTest) async throws -> String {
        let accounts: AuthenticationClient = AuthenticationClient(clinic.channel(to: "authentication", AuthenticationContract.descriptor))
        let chief: SignedIn = try await accounts.signUp(
            SignUp(code: try clinic.operatorInvitation(), password: "correct horse battery staple"))
        let code: InvitationCode = try await with(chief.token) {
            try await accounts.invite(Invitation(name: "mara", role: .staff))
        }
        _ = try await accounts.signUp(SignUp(code: code.code, password: "another fine long password"))
        let signedIn: SignedIn = try await accounts.signIn(SignIn(name: "mara", password: "another fine long password"))
        #expect(signedIn.session.role == .staff)
        return signedIn.token
    }

    private func places(_ clinic: ClinicUnderTest) async throws {
        let maps: MapsClient = MapsClient(clinic.channel(to: "maps", MapsContract.descriptor))
        let found: [Place] = try await maps.searchPlaces(PlaceSearch(text: "massachusetts general"))
        #expect(found.contains { $0.name.contains("Massachusetts General Hospital") })
    }

    private func records(_ clinic: ClinicUnderTest, _ staff: String) async throws {
        let records: ClinicalRecordsClient = records(clinic)
        let bundle: String = """
            {"resourceType": "Bundle", "type": "collection", "entry": [{"resource":
                {"resourceType": "Patient", "id": "p1", "name": [{"family": "Ng", "given": ["Ana"]}]}}]}
            """
        try await with(staff) {
            let commands: Commands<[UInt8]> = Commands()
            let sending: Task<Void, any Error> = Task {
                try await commands.send(Array(bundle.utf8))
                commands.finish()
            }
            for try await _ in records.importBundle(BundleImport(), commands) {}
            try await sending.value
            let summary: PatientSummary = try await records.summary(SummaryRequest(patient: "p1"))
            #expect(summary.patient == "p1")
        }
    }

    private func appointments(_ clinic: ClinicUnderTest, _ staff: String) async throws {
        let appointments: AppointmentsClient = appointments(clinic)
        try await with(staff) {
            let range: SlotsRequest = SlotsRequest(from: Date(), until: Date(timeIntervalSinceNow: 86_400))
            let slot: Slot = try #require(try await appointments.slots(range).slots.last)
            let booking: Booking = Booking(
                key: UUID(), patient: "p1", clinic: slot.clinic, practitioner: slot.practitioner, start: slot.start)
            let booked: Appointment = try await appointments.book(booking)
            let again: Appointment = try await appointments.book(booking)
            #expect(again.id == booked.id)
        }
    }

    private func records(_ clinic: ClinicUnderTest) -> ClinicalRecordsClient {
        ClinicalRecordsClient(clinic.channel(to: "clinical-records", ClinicalRecordsContract.descriptor))
    }

    private func appointments(_ clinic: ClinicUnderTest) -> AppointmentsClient {
        AppointmentsClient(clinic.channel(to: "appointments", AppointmentsContract.descriptor))
    }

    private func with<Value: Sendable>(_ token: String, _ body: () async throws -> Value) async throws -> Value {
        try await CallMetadata.$current.withValue(CallMetadata(session: token)) { try await body() }
    }

    private func expectRefused(_ fault: Fault?, by gate: String) {
        #expect(fault?.code == .barrierRefused)
        #expect(fault?.outcome == .notDispatched)
        #expect(fault?.message.contains(gate) == true, "\(fault?.message ?? "")")
    }
}
