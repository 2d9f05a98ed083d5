import ClinicalRecordsIO
import Colonnade
import Testing

@Suite("The gates before clinical records", .timeLimit(.minutes(2)))
struct GateTests {
    @Test("Without a session that counts, every board is closed before it is started")
    func signIn() async throws {
        let sessions: SignedSessions = SignedSessions()
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: .throughFrames, verifier: sessions.keyring.makeVerifier())
        let calls: [String: @Sendable () async throws -> Void] = calls(of: subject.records)
        #expect(Set(calls.keys) == Set(ClinicalRecordsContract.descriptor.boards.map(\.name)), "a new board needs a call below")
        for token: String? in [nil, "no token"] {
            await CallMetadata.$current.withValue(CallMetadata(session: token)) {
                for call in calls.values { await expectClosed(call) }
            }
        }
        await subject.close()
    }

    /// A call of each board, by the board's name.
    private func calls(of records: any ClinicalRecordsInterface) -> [String: @Sendable () async throws -> Void] {
        let history: HistoryRequest = HistoryRequest(patient: "p1")
        return [
            "summary": { _ = try await records.summary(SummaryRequest(patient: "p1")) },
            "medicalHistory": { _ = try await records.medicalHistory(history) },
            "minorHistory": { _ = try await records.minorHistory(MinorHistoryRequest(session: "no token", history: history)) },
            "follow": { for try await _ in records.follow(FollowRequest(patient: "p1")) {} },
            "importBundle": { for try await _ in records.importBundle(BundleImport(), Commands()) {} },
            "patientsScreen": { for try await _ in records.patientsScreen(PatientsScreenInput(), Commands()) {} },
            "summaryScreen": { for try await _ in records.summaryScreen(SummaryScreenInput(patient: "p1"), Commands()) {} },
            "medicalHistoryScreen": { for try await _ in records.medicalHistoryScreen(HistoryScreenInput(patient: "p1"), Commands()) {} },
            "minorHistoryScreen": {
                for try await _ in records.minorHistoryScreen(MinorHistoryScreenInput(session: "no token"), Commands()) {}
            },
            "documentScreen": { for try await _ in records.documentScreen(DocumentScreenInput(entry: "Goal/1"), Commands()) {} },
            "names": { _ = try await records.names(NamesRequest(patients: ["p1"])) },
            "importScreen": { for try await _ in records.importScreen((), Commands()) {} },
        ]
    }

    private func expectClosed(_ call: () async throws -> Void) async {
        do {
            try await call()
            Issue.record("it went through")
        } catch CallFailure<ClinicalRecordsRefusal>.barrierRefused(let fault) {
            #expect(fault.outcome == .notDispatched)
            // The gate's own answer, and not that there is none.
            #expect(fault.message.contains("ClinicalRecords.signIn") && fault.message.contains("send the token"), "\(fault.message)")
        } catch {
            Issue.record("expected barrierRefused, got \(error)")
        }
    }
}
