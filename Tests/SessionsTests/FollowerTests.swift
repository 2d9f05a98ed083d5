import ColonnadeContract
import ColonnadeSessions
import ColonnadeWorld
import Synchronization
import Testing

@Suite("Following who signs sessions", .timeLimit(.minutes(1)))
struct FollowerTests {
    private let signer: SessionSigner = SessionSigner()
    private let keyring: SessionKeyring = SessionKeyring()

    @Test("nothing counts before all is said; then keys and revocations hold")
    func complete() async throws {
        let script: Script = Script()
        let session: UserSession = SessionFixtures.session()
        let token: String = try signer.token(for: session)
        let follower: Task<Void, Never> = script.follow(keyring)
        try await script.say(.key(signer.publicKey))
        try await script.say(.revoked([SessionFixtures.revocation(of: session)]))
        #expect(throws: SessionError.unverifiable) { try keyring.verify(token, now: SessionFixtures.noon) }
        try await script.say(.complete)
        await keyring.waitUntilReady(atMost: .seconds(30), clock: .system)
        #expect(throws: SessionError.revoked) { try keyring.verify(token, now: SessionFixtures.noon) }
        follower.cancel()
        await follower.value
    }

    @Test("what was known stays while nobody answers; what is said next time replaces the keys")
    func reconnects() async throws {
        let script: Script = Script()
        let token: String = try signer.token(for: SessionFixtures.session())
        let follower: Task<Void, Never> = script.follow(keyring)
        for change: SessionChange in [.key(signer.publicKey), .complete] { try await script.say(change) }
        await keyring.waitUntilReady(atMost: .seconds(30), clock: .system)
        try await script.hangUp()
        #expect(try keyring.verify(token, now: SessionFixtures.noon) == SessionFixtures.session())
        let next: SessionSigner = SessionSigner()
        try await script.say(.key(next.publicKey))
        #expect(try keyring.verify(token, now: SessionFixtures.noon) == SessionFixtures.session())
        try await script.say(.complete)
        // What comes next is taken only once the last was.
        try await script.say(.revoked([]))
        #expect(throws: SessionError.unknownKey) { try keyring.verify(token, now: SessionFixtures.noon) }
        #expect(script.openings == 2)
        follower.cancel()
        await follower.value
    }

    @Test("endless keys are no beginning, and hold nothing")
    func endlessKeys() async throws {
        let script: Script = Script()
        let follower: Task<Void, Never> = script.follow(keyring)
        for _ in 0..<40 { try await script.say(.key(signer.publicKey)) }
        #expect(!keyring.isReady)
        #expect(script.openings >= 2)
        follower.cancel()
        await follower.value
    }
}

/// Says what a test wants, one after the other, each once the follower has asked for it.
private final class Script: Sendable {
    private enum Line: Sendable {
        case change(SessionChange)
        case end
    }

    private struct State {
        var openings: Int = 0
        var asking: CheckedContinuation<Line, Never>?
        var teller: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State> = Mutex(State())

    var openings: Int { state.withLock { $0.openings } }

    func follow(_ keyring: SessionKeyring) -> Task<Void, Never> {
        let clock: WorldClock = .fixed(SessionFixtures.noon)
        let follower: SessionFollower = SessionFollower(keyring: keyring, clock: clock, chance: .seeded(1)) { [self] in
            state.withLock { $0.openings += 1 }
            return AsyncThrowingStream(unfolding: { await self.next() })
        }
        return Task { await follower.run() }
    }

    func say(_ change: SessionChange) async throws { await tell(.change(change)) }

    func hangUp() async throws { await tell(.end) }

    private func tell(_ line: Line) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isAsked: Bool = state.withLock { state in
                guard state.asking == nil else { return true }
                state.teller = continuation
                return false
            }
            if isAsked { continuation.resume() }
        }
        state.withLock { $0.asking.take() }?.resume(returning: line)
    }

    private func next() async -> SessionChange? {
        let line: Line = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let teller: CheckedContinuation<Void, Never>? = state.withLock { state in
                    state.asking = continuation
                    return state.teller.take()
                }
                teller?.resume()
                if Task.isCancelled { end() }
            }
        } onCancel: {
            end()
        }
        if case .change(let change) = line { return change }
        return nil
    }

    private func end() {
        state.withLock { $0.asking.take() }?.resume(returning: .end)
    }
}
