import ClinicalRecordsIO
import Colonnade
import Testing

@Suite("The gates before clinical records", .timeLimit(.minutes(2)))
struct GateTests {
    @Test("Without a session that counts, every board is closed before it is started")
    func signIn() async throws {
        let sessions: SignedSessions = SignedSessions()
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: .throughFrames, verifier: sessions.keyring.makeVerifier())
        let records: any ClinicalRecordsInterface = subject.records
        for token: String? in [nil, "no token"] {
            await CallMetadata.$current.withValue(CallMetadata(session: token)) {
                await expectClosed { _ = try await records.summary(SummaryRequest(patient: "p1")) }
                await expectClosed { _ = try await records.medicalHistory(HistoryRequest(patient: "p1")) }
                await expectClosed { for try await _ in records.follow(FollowRequest(patient: "p1")) {} }
                await expectClosed { for try await _ in records.importBundle(BundleImport(), Commands()) {} }
            }
        }
        await subject.close()
    }

    private func expectClosed(_ call: () async throws -> Void) async {
        do {
            try await call()
            Issue.record("it went through")
        } catch CallFailure<ClinicalRecordsRefusal>.barrierRefused(let fault) {
            #expect(fault.outcome == .notDispatched)
            #expect(fault.message.contains("ClinicalRecords.signIn"), "\(fault.message)")
        } catch {
            Issue.record("expected barrierRefused, got \(error)")
        }
    }
}
