import AuthenticationIO
import Colonnade
import ColonnadeSessions
import ColonnadeTesting
import Foundation
import Testing

@testable import ClinicSessions

/// What every vertical that checks sessions expects of `authentication.watchSessions`: all that is known, and then what changes.
enum SessionNewsExpectations {
    private typealias News = OutputSequence<SessionNews, AuthenticationRefusal>

    static let all: [Expectation] = ["ClinicalRecords", "Appointments"].map { BoardUse($0, "Authentication", "watchSessions") }.flatMap {
        use in
        [
            Expectation(use, .shape, tellsWhatIsKnown), Expectation(use, .refusal, refusesNobody),
            Expectation(use, .streaming, tellsWhatChanges), Expectation(use, .cancel, letsGo), Expectation(use, .deadline, ends),
        ]
    }

    private static let password: String = "correct horse battery"

    private static func client(_ provider: RunningProvider) throws -> AuthenticationClient {
        AuthenticationClient(try provider.channel(to: AuthenticationContract.descriptor))
    }

    private static func signUpOperator(_ provider: RunningProvider) async throws -> SignedIn {
        let code: String = try String(contentsOfFile: provider.stateFile("operator-invitation"), encoding: .utf8)
        return try await client(provider).signUp(
            SignUp(code: code.trimmingCharacters(in: .whitespacesAndNewlines), password: password))
    }

    /// Reads up to ``SessionNews/complete``: the consumer's changes, none of them unknown to it.
    private static func known(_ news: News.AsyncIterator) async throws -> [SessionChange] {
        var changes: [SessionChange] = []
        while let next: SessionNews = try await news.next() {
            changes.append(try #require(SessionChange(next), "news that the consumer does not know: \(next)"))
            if next == .complete { return changes }
        }
        Issue.record("the news ended before they were complete")
        return changes
    }

    /// The keys first; with them the consumer's keyring takes the tokens that authentication gives out.
    private static func tellsWhatIsKnown(_ provider: RunningProvider) async throws {
        let signedIn: SignedIn = try await signUpOperator(provider)
        let changes: [SessionChange] = try await known(try client(provider).watchSessions().makeAsyncIterator())
        let keys: [[UInt8]] = changes.compactMap { if case .key(let key) = $0 { key } else { nil } }
        #expect(!keys.isEmpty && keys.allSatisfy { $0.count == 32 } && changes.last == .complete)
        let session: UserSession = try SessionKeyring(publicKeys: keys).verify(signedIn.token, now: Date())
        #expect(session.id == signedIn.session.id && session.user == signedIn.session.user && session.role == .operator)
    }

    /// Who checks sessions has none, and one that does not count does no harm.
    private static func refusesNobody(_ provider: RunningProvider) async throws {
        let authentication: AuthenticationClient = try client(provider)
        for session: String? in [nil, "", "garbage", String(repeating: "x", count: 4096)] {
            try await CallMetadata.$current.withValue(CallMetadata(session: session)) {
                _ = try await known(authentication.watchSessions().makeAsyncIterator())
            }
        }
    }

    /// Signing out is told to who watches, and to who comes later before the news are complete.
    private static func tellsWhatChanges(_ provider: RunningProvider) async throws {
        let authentication: AuthenticationClient = try client(provider)
        let signedIn: SignedIn = try await signUpOperator(provider)
        let news: News.AsyncIterator = authentication.watchSessions().makeAsyncIterator()
        _ = try await known(news)
        _ = try await CallMetadata.$current.withValue(CallMetadata(session: signedIn.token)) { try await authentication.signOut() }
        let change: SessionChange? = try await news.next().flatMap { SessionChange($0) }
        let session: SessionDescription = signedIn.session
        guard case .revoked(let revoked)? = change else {
            Issue.record("signing out was told as \(String(describing: change))")
            return
        }
        #expect(revoked.map(\.session) == [session.id] && revoked[0].expires == session.expires)
        let later: [SessionChange] = try await known(authentication.watchSessions().makeAsyncIterator())
        #expect(later.contains(.revoked(revoked)), "before all that is known was said")
    }

    /// Whoever drops the news is rid of them, and so is authentication; whoever else watches hears on.
    private static func letsGo(_ provider: RunningProvider) async throws {
        let authentication: AuthenticationClient = try client(provider)
        let board: ProviderBoard = try provider.board("watchSessions", of: AuthenticationContract.descriptor)
        let staying: News.AsyncIterator = authentication.watchSessions().makeAsyncIterator()
        _ = try await known(staying)
        _ = try await known(authentication.watchSessions().makeAsyncIterator())
        _ = try await board.counts("the end of news whose iterator is gone") { $0.inFlight == 1 }
        let heard: Mailbox<SessionNews> = Mailbox()
        try await CallEnds.expectCancelled(AuthenticationRefusal.self, at: board, hasBegun: heard.all.contains(.complete)) {
            for try await news: SessionNews in authentication.watchSessions() { heard.put(news) }
        }
        let signedIn: SignedIn = try await signUpOperator(provider)
        _ = try await CallMetadata.$current.withValue(CallMetadata(session: signedIn.token)) { try await authentication.signOut() }
        guard case .revoked? = try await staying.next() else {
            Issue.record("who stayed was not told")
            return
        }
    }

    /// Nothing changes meanwhile: only the deadline can end the news.
    private static func ends(_ provider: RunningProvider) async throws {
        let authentication: AuthenticationClient = try client(provider)
        let board: ProviderBoard = try provider.board("watchSessions", of: AuthenticationContract.descriptor)
        let heard: Mailbox<SessionNews> = Mailbox()
        try await CallEnds.expectDeadline(AuthenticationRefusal.self, at: board, hasBegun: heard.all.contains(.complete)) {
            for try await news: SessionNews in authentication.watchSessions() { heard.put(news) }
        }
    }
}
