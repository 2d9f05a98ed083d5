import ClinicSessions
import ClinicalRecordsIO
import Colonnade
import ColonnadeSessions
import Testing

@Suite("Who sees which records", .timeLimit(.minutes(2)))
struct AccessTests {
    private typealias Subject = (sessions: SignedSessions, subject: RecordsUnderTest, records: any ClinicalRecordsInterface)

    @Test("staff see everyone, patients themselves, operators nobody")
    func roles() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        for (session, seen): (UserSession, [String]) in [
            (SignedSessions.staff, ["p1", "p2"]), (SignedSessions.ana, ["p1"]), (SignedSessions.beat, []), (SignedSessions.chief, []),
        ] {
            for patient: String in ["p1", "p2"] {
                let refused: ClinicalRecordsRefusal? = seen.contains(patient) ? nil : .notAllowed
                let who: String = "\(session.name), \(patient)"
                #expect(
                    try await refusal(sessions, session) { _ = try await records.summary(SummaryRequest(patient: patient)) } == refused,
                    "\(who)")
                let history: HistoryRequest = HistoryRequest(patient: patient)
                #expect(try await refusal(sessions, session) { _ = try await records.medicalHistory(history) } == refused, "\(who)")
                #expect(try await followRefusal(sessions, session, records, patient) == refused, "\(who)")
            }
            let all: ClinicalRecordsRefusal? = session == SignedSessions.staff ? nil : .notAllowed
            #expect(try await followRefusal(sessions, session, records, nil) == all, "\(session.name)")
        }
        // Whether there is such a patient is told only to who might see them.
        #expect(
            try await refusal(sessions, SignedSessions.beat) { _ = try await records.summary(SummaryRequest(patient: "p9")) } == .notAllowed
        )
        await subject.close()
    }

    @Test("operators and staff import, patients do not, and no byte of theirs is read")
    func importing() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        let bundle: [UInt8] = Array(TestBundle.bundle([TestBundle.patient("p5")]).utf8)
        for session: UserSession in [SignedSessions.staff, SignedSessions.chief] {
            #expect(try await refusal(sessions, session) { _ = try await subject.load(bundle) } == nil)
        }
        let silent: Commands<[UInt8]> = Commands()
        #expect(
            try await refusal(sessions, SignedSessions.ana) { for try await _ in records.importBundle(BundleImport(), silent) {} }
                == .notAllowed)
        await subject.close()
    }

    @Test("a guardian reads a ward's history by the minor's session, beside their own, and in no other way")
    func minors() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        let token: String = try sessions.token(SignedSessions.minor)
        func history(_ patient: String, by token: String) async throws {
            _ = try await records.minorHistory(MinorHistoryRequest(session: token, history: HistoryRequest(patient: patient)))
        }
        #expect(try await refusal(sessions, SignedSessions.ana) { try await history("p2", by: token) } == nil)
        // The ward of somebody else, another patient by the ward's session, one's own session for the minor's.
        #expect(try await refusal(sessions, SignedSessions.beat) { try await history("p2", by: token) } == .notAllowed)
        #expect(try await refusal(sessions, SignedSessions.staff) { try await history("p2", by: token) } == .notAllowed)
        #expect(try await refusal(sessions, SignedSessions.ana) { try await history("p1", by: token) } == .notAllowed)
        let own: String = try sessions.token(SignedSessions.ana)
        #expect(try await refusal(sessions, SignedSessions.ana) { try await history("p1", by: own) } == .notAllowed)
        // The minor's session as the call's own, for anything.
        let ofMinor: ClinicalRecordsRefusal = .sessionNeeded(reason: SessionError.ofMinor.description)
        #expect(try await refusal(sessions, SignedSessions.minor) { try await history("p2", by: token) } == ofMinor)
        #expect(
            try await refusal(sessions, SignedSessions.minor) { _ = try await records.summary(SummaryRequest(patient: "p2")) } == ofMinor)
        for garbage: String in ["", "a.b", token + "A"] {
            let told: ClinicalRecordsRefusal? = try await refusal(sessions, SignedSessions.ana) { try await history("p2", by: garbage) }
            guard case .sessionNeeded? = told else {
                Issue.record("\(garbage) counts")
                continue
            }
        }
        sessions.keyring.revoke(
            [
                SessionRevocation(
                    session: SignedSessions.minor.id, issued: SignedSessions.minor.issued, expires: SignedSessions.minor.expires)
            ],
            now: Date())
        #expect(
            try await refusal(sessions, SignedSessions.ana) { try await history("p2", by: token) }
                == .sessionNeeded(reason: SessionError.revoked.description))
        await subject.close()
    }

    @Test("staff know every name, patients their own and those of wards whose sessions they hold, operators none")
    func names() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        let token: String = try sessions.token(SignedSessions.minor)
        func known(to session: UserSession, by tokens: [String] = []) async throws -> [String: String] {
            try await sessions.with(session) {
                let asked: NamesRequest = NamesRequest(patients: ["p1", "p2", "p2", "p9"], minorSessions: tokens)
                return try await records.names(asked).names.reduce(into: [:]) { $0[$1.patient] = $1.name }
            }
        }
        #expect(try await known(to: SignedSessions.staff) == ["p1": "Ana Keller", "p2": "Ana Keller"])
        #expect(try await known(to: SignedSessions.ana) == ["p1": "Ana Keller"])
        #expect(try await known(to: SignedSessions.ana, by: ["garbage", token]) == ["p1": "Ana Keller", "p2": "Ana Keller"])
        // Another's ward, and an operator with a session of a minor in hand.
        #expect(try await known(to: SignedSessions.beat, by: [token])["p2"] == nil)
        #expect(try await known(to: SignedSessions.chief, by: [token]).isEmpty)
        await subject.close()
    }

    @Test("so many names are told at once and no more, and so many sessions looked at")
    func nameLimits() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        func asking(_ patients: Int, _ tokens: Int) async throws -> ClinicalRecordsRefusal? {
            let asked: NamesRequest = NamesRequest(
                patients: (0..<patients).map { "p\($0)" }, minorSessions: (0..<tokens).map { "token \($0)" })
            return try await refusal(sessions, SignedSessions.ana) { _ = try await records.names(asked) }
        }
        #expect(try await asking(256, 32) == nil)
        #expect(try await asking(257, 0) == .tooManyNames(limit: 256))
        #expect(try await asking(1, 33) == .tooManyNames(limit: 32))
        await subject.close()
    }

    @Test("no session, an expired, a foreign and a forged one are each told apart, with the next step")
    func badSessions() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        let expired: String = try sessions.token(SignedSessions.session(.staff, user: 9, lasting: -1))
        let foreign: String = try SignedSessions().token(SignedSessions.staff)
        let good: String = try sessions.token(SignedSessions.staff)
        let forged: String = (good.first == "A" ? "B" : "A") + good.dropFirst()
        for (token, error): (String, [SessionError]) in [
            (expired, [.expired]), (foreign, [.unknownKey]), (forged, [.forged, .malformed, .unknownKey]), ("nonsense", [.malformed]),
        ] {
            let told: ClinicalRecordsRefusal? = try await refusal {
                try await sessions.with(token: token) { _ = try await records.summary(SummaryRequest(patient: "p1")) }
            }
            #expect(error.map { .sessionNeeded(reason: $0.description) }.contains(told), "\(String(describing: told))")
        }
        let missing: ClinicalRecordsRefusal? = try await refusal { _ = try await records.summary(SummaryRequest(patient: "p1")) }
        #expect(missing == .sessionNeeded(reason: SessionError.missing.description))
        await subject.close()
    }

    @Test("a follower hears no more once its session was ended")
    func followerSignsOut() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        let follower: OutputSequence<FollowOutput, ClinicalRecordsRefusal>.AsyncIterator = try await sessions.with(SignedSessions.ana) {
            let follower: OutputSequence<FollowOutput, ClinicalRecordsRefusal>.AsyncIterator = records.follow(
                FollowRequest(patient: "p1")
            ).makeAsyncIterator()
            _ = try await follower.next()
            return follower
        }
        sessions.keyring.revoke(
            [SessionRevocation(session: SignedSessions.ana.id, issued: SignedSessions.ana.issued, expires: SignedSessions.ana.expires)],
            now: Date())
        _ = try await sessions.with(SignedSessions.staff) {
            try await subject.load(Array(TestBundle.bundle([TestBundle.patient(), TestBundle.observation("new")]).utf8))
        }
        #expect(
            try await refusal { _ = try await follower.next() } == .sessionNeeded(reason: SessionError.revoked.description))
        await subject.close()
    }

    /// Records of `p1` and `p2`, and who may see them.
    private func makeSubject() async throws -> Subject {
        let sessions: SignedSessions = SignedSessions()
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: .throughFrames, verifier: sessions.keyring.makeVerifier())
        _ = try await sessions.with(SignedSessions.chief) {
            try await subject.load(Array(TestBundle.bundle([TestBundle.patient("p1"), TestBundle.patient("p2")]).utf8))
        }
        return (sessions, subject, subject.records)
    }

    private func followRefusal(
        _ sessions: SignedSessions, _ session: UserSession, _ records: any ClinicalRecordsInterface, _ patient: String?
    ) async throws -> ClinicalRecordsRefusal? {
        try await refusal(sessions, session) { for try await _ in records.follow(FollowRequest(patient: patient)) { break } }
    }

    private func refusal(
        _ sessions: SignedSessions, _ session: UserSession, _ call: () async throws -> Void
    ) async throws -> ClinicalRecordsRefusal? {
        try await refusal { try await sessions.with(session, call) }
    }

    /// What the call is refused for; nil where it is not.
    private func refusal(_ call: () async throws -> Void) async throws -> ClinicalRecordsRefusal? {
        do {
            try await call()
            return nil
        } catch CallFailure<ClinicalRecordsRefusal>.refused(let refusal) {
            return refusal
        } catch CallFailure<ClinicalRecordsRefusal>.barrierRefused(let fault) {
            // What the sign-in gate says counts as the refusal that the board itself would give.
            return .sessionNeeded(reason: fault.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "")
        }
    }
}
