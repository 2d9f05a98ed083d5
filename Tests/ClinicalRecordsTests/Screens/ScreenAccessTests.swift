import ClinicSessions
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation
import ColonnadeSessions
import ColonnadeTesting
import MapsIO
import Testing

@Suite("Who sees which screens of clinical-records", .timeLimit(.minutes(2)))
struct ScreenAccessTests {
    private typealias Subject = (sessions: SignedSessions, subject: RecordsUnderTest, records: any ClinicalRecordsInterface)

    @Test("A screen of another's patient is refused, whichever it is and however one came to it")
    func others() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        for (session, seen): (UserSession, [String]) in [
            (SignedSessions.staff, ["p1", "p2"]), (SignedSessions.ana, ["p1"]), (SignedSessions.beat, []), (SignedSessions.chief, []),
        ] {
            for patient: String in ["p1", "p2"] {
                let refused: ClinicalRecordsRefusal? = seen.contains(patient) ? nil : .notAllowed
                let boards: [String: ShownScreen.Board] = [
                    "summary": { records.summaryScreen(SummaryScreenInput(patient: patient), $0) },
                    "history": { records.medicalHistoryScreen(HistoryScreenInput(patient: patient), $0) },
                    "document": { records.documentScreen(DocumentScreenInput(entry: "Observation/of-\(patient)"), $0) },
                ]
                for (name, board) in boards {
                    #expect(try await refusal(sessions, session, board) == refused, "\(name), \(session.name), \(patient)")
                }
            }
            let (staff, importers): (ClinicalRecordsRefusal?, ClinicalRecordsRefusal?) = (
                session.role == .staff ? nil : .notAllowed, session.role == .patient ? .notAllowed : nil
            )
            #expect(try await refusal(sessions, session) { records.patientsScreen(PatientsScreenInput(search: "ana"), $0) } == staff)
            #expect(try await refusal(sessions, session) { records.importScreen((), $0) } == importers)
        }
        // Whether there is such an entry is told only to who might see it.
        let nowhere: ShownScreen.Board = { records.documentScreen(DocumentScreenInput(entry: "Observation/none"), $0) }
        #expect(try await refusal(sessions, SignedSessions.ana, nowhere) == .notAllowed)
        #expect(try await refusal(sessions, SignedSessions.staff, nowhere) == .unknownEntry(entry: "Observation/none"))
        await subject.close()
    }

    @Test("One's own record needs no patient's id, and who has none is refused")
    func own() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        try await sessions.with(SignedSessions.ana) {
            try await ShownScreen.with {
                records.summaryScreen(SummaryScreenInput(), $0)
            } tried: { screen in
                let shown: Screen = try await screen.now
                #expect(shown.values("facts")["Patient number"] == "p1")
            }
            try await ShownScreen.with {
                records.medicalHistoryScreen(HistoryScreenInput(), $0)
            } tried: { screen in
                let shown: Screen = try await screen.now
                #expect(shown.rows.map(\.id) == ["Observation/of-p1"])
            }
        }
        #expect(try await refusal(sessions, SignedSessions.staff) { records.summaryScreen(SummaryScreenInput(), $0) } == .notAllowed)
        // A patient's record that was not imported.
        let unknown: ClinicalRecordsRefusal? = try await refusal(sessions, SignedSessions.beat) {
            records.medicalHistoryScreen(HistoryScreenInput(), $0)
        }
        #expect(unknown == .unknownPatient(patient: "p3"))
        await subject.close()
    }

    @Test("A guardian sees a ward's history and documents, live, by the minor's session and in no other way")
    func minors() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        let token: String = try sessions.token(SignedSessions.minor)
        let history: ShownScreen.Board = { records.minorHistoryScreen(MinorHistoryScreenInput(session: token), $0) }
        let document: ShownScreen.Board = {
            records.documentScreen(DocumentScreenInput(entry: "Observation/of-p2", minorSession: token), $0)
        }
        try await sessions.with(SignedSessions.ana) {
            try await ShownScreen.with(history) { screen in
                #expect(try await screen.now.rows.map(\.id) == ["Observation/of-p2"])
                _ = try await sessions.with(SignedSessions.staff) {
                    try await subject.load(Array(TestBundle.bundle([TestBundle.observation("new", of: "Patient/p2")]).utf8))
                }
                try await screen.shows { $0.rows.count == 2 }
                // The token is nowhere that leaves the vertical.
                #expect(screen.screens.all.allSatisfy { !String(decoding: $0.encoded(), as: UTF8.self).contains(token) })
            }
            try await ShownScreen.with(document) { screen in
                let shown: Screen = try await screen.now
                #expect(shown.values("facts")["Number"] == "Observation/of-p2")
            }
        }
        for session: UserSession in [SignedSessions.beat, SignedSessions.staff, SignedSessions.chief] {
            #expect(try await refusal(sessions, session, history) == .notAllowed, "\(session.name)")
            #expect(try await refusal(sessions, session, document) == .notAllowed, "\(session.name)")
        }
        // The ward's session for an entry of the guardian's own, one's own session for the minor's, and garbage.
        let others: ShownScreen.Board = { records.documentScreen(DocumentScreenInput(entry: "Observation/of-p1", minorSession: token), $0) }
        #expect(try await refusal(sessions, SignedSessions.ana, others) == .notAllowed)
        let own: String = try sessions.token(SignedSessions.ana)
        let wrong: ShownScreen.Board = { records.minorHistoryScreen(MinorHistoryScreenInput(session: own), $0) }
        #expect(try await refusal(sessions, SignedSessions.ana, wrong) == .notAllowed)
        let garbage: ShownScreen.Board = { records.minorHistoryScreen(MinorHistoryScreenInput(session: "a.b"), $0) }
        guard case .sessionNeeded? = try await refusal(sessions, SignedSessions.ana, garbage) else {
            Issue.record("garbage counts as a session")
            return
        }
        await subject.close()
    }

    @Test("A ward's entries are followed by the minor's session, and by nobody else's")
    func following() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        let token: String = try sessions.token(SignedSessions.minor)
        func refused(_ session: UserSession, _ patient: String?) async throws -> ClinicalRecordsRefusal? {
            try await refusal(sessions, session) {
                for try await _: FollowOutput in records.follow(FollowRequest(patient: patient, minorSession: token)) { break }
            }
        }
        #expect(try await refused(SignedSessions.ana, "p2") == nil)
        for (session, patient): (UserSession, String?) in [
            (SignedSessions.ana, "p1"), (SignedSessions.ana, nil), (SignedSessions.beat, "p2"), (SignedSessions.staff, "p2"),
            (SignedSessions.staff, nil),
        ] {
            #expect(try await refused(session, patient) == .notAllowed, "\(session.name), \(patient ?? "all")")
        }
        await subject.close()
    }

    @Test("A screen that is open shows nothing more once the session was ended")
    func revoked() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        let ended: ClinicalRecordsRefusal? = try await ClinicalRecordsTests.refusal {
            try await sessions.with(SignedSessions.ana) {
                try await ShownScreen.with {
                    records.medicalHistoryScreen(HistoryScreenInput(), $0)
                } tried: { screen in
                    _ = try await screen.now
                    let (session, now): (UserSession, Date) = (SignedSessions.ana, Date())
                    sessions.keyring.revoke(
                        [SessionRevocation(session: session.id, issued: session.issued, expires: session.expires)], now: now)
                    _ = try await sessions.with(SignedSessions.staff) {
                        try await subject.load(Array(TestBundle.bundle([TestBundle.observation("secret")]).utf8))
                    }
                    // It ends by itself.
                    try await never()
                }
            }
        }
        #expect(ended == .sessionNeeded(reason: SessionError.revoked.description))
        await subject.close()
    }

    private func makeSubject() async throws -> Subject {
        let sessions: SignedSessions = SignedSessions()
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: .throughFrames, verifier: sessions.keyring.makeVerifier())
        let entries: [String] = ["p1", "p2"].flatMap { patient in
            [TestBundle.patient(patient), TestBundle.observation("of-\(patient)", of: "Patient/\(patient)")]
        }
        _ = try await sessions.with(SignedSessions.chief) { try await subject.load(Array(TestBundle.bundle(entries).utf8)) }
        return (sessions, subject, subject.records)
    }

    /// What a screen is refused for; nil where it is shown.
    private func refusal(
        _ sessions: SignedSessions, _ session: UserSession, _ board: @escaping ShownScreen.Board
    ) async throws -> ClinicalRecordsRefusal? {
        try await refusal(sessions, session) { try await ShownScreen.with(board) { _ = try await $0.now } }
    }

    private func refusal(
        _ sessions: SignedSessions, _ session: UserSession, _ call: () async throws -> Void
    ) async throws -> ClinicalRecordsRefusal? {
        try await ClinicalRecordsTests.refusal { try await sessions.with(session, call) }
    }
}
