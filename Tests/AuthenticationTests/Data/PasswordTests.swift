import AuthenticationData
import AuthenticationDataDomainInterface
import AuthenticationDomain
import Colonnade
import ColonnadeTesting
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite("Passwords", .timeLimit(.minutes(2)))
struct PasswordTests {
    private static let expected: String = "5ff6abb8aed0973b4a615b372436a5eecbfe5660af8fce29d1d0b3ca471787d1"

    private let light: PasswordWork = PasswordWork(cost: 4, parallelism: 1)

    @Test("a password fits its record and no other does; the same password twice has two records")
    func records() async throws {
        let passwords: PasswordsByScrypt = PasswordsByScrypt(queue: PasswordQueue(), work: light, randomBytes: RandomBytes.next)
        let first: PasswordRecord = try await passwords.record(of: Password("ein langer Satz"))
        let second: PasswordRecord = try await passwords.record(of: Password("ein langer Satz"))
        #expect(first != second && first.hash.count == 32 && first.salt.count == 16)
        #expect(try await passwords.matches(Password("ein langer Satz"), first, orWork: nil))
        #expect(try await !passwords.matches(Password("ein langer satz"), first, orWork: nil))
        #expect(try await !passwords.matches(Password("ein langer Satz"), nil, orWork: nil))
        // However the keyboard composes it.
        let composed: PasswordRecord = try await passwords.record(of: Password("Zo\u{EB} Zo\u{EB} Zo\u{EB}"))
        #expect(try await passwords.matches(Password("Zoe\u{308} Zoe\u{308} Zoe\u{308}"), composed, orWork: nil))
        #expect(!passwords.isOutdated(first))
        let more: PasswordsByScrypt = PasswordsByScrypt(
            queue: PasswordQueue(), work: PasswordWork(cost: 5, parallelism: 1), randomBytes: RandomBytes.next)
        #expect(more.isOutdated(first))
        #expect(try await more.matches(Password("ein langer Satz"), first, orWork: nil))
    }

    @Test("the hash is scrypt as RFC 7914 has it")
    func known() throws {
        // The key of the RFC's second example, with what is kept of it worked out by another implementation of HMAC-SHA-256.
        let hash: [UInt8] = try PasswordHash().hash(
            Array("password".utf8), salt: Array("NaCl".utf8), cost: 10, blockSize: 8, parallelism: 16)
        #expect(hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == Self.expected)
    }

    @Test(
        "a name that nobody has costs the same hash as a wrong password, also once new passwords cost another",
        arguments: [4, 5, 6])
    func equalWork(cost: Int) async throws {
        let hashed: Mutex<[PasswordWork]> = Mutex([])
        let work: PasswordWork = PasswordWork(cost: cost, parallelism: 1)
        let passwords: PasswordsByScrypt = PasswordsByScrypt(queue: PasswordQueue(), work: work, randomBytes: RandomBytes.next) {
            password, salt, work in
            hashed.withLock { $0.append(work) }
            return salt + password
        }
        let before: PasswordsByScrypt = PasswordsByScrypt(queue: PasswordQueue(), work: light, randomBytes: RandomBytes.next)
        let accounts: FakeAccounts = FakeAccounts(
            known: try SignInName("ana"), password: try await before.record(of: Password("right one")))
        let signing: SignInUseCase = SignInUseCase(
            accounts: accounts, passwords: passwords, slowing: SlowDownByFailures { .zero }, signing: FakeSigning(),
            keeping: FakeSessions(),
            surroundings: Surroundings(now: { .distantPast }, newID: { FakeAccounts.id }))
        hashed.withLock { $0 = [] }
        for name: String in ["ana", "nobody"] {
            await #expect(throws: AuthenticationProblem.wrongNameOrPassword) {
                try await signing.execute(name: name, password: "not the one")
            }
        }
        #expect(hashed.withLock(\.self) == [light, light])
        #expect(accounts.lookups == 2)
    }

    @Test("the usual work is that of most accounts, as they sign up and their passwords are kept anew")
    func usualWork() async throws {
        let folder: TemporaryDirectory = try TemporaryDirectory()
        let database: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let (accounts, invitations): (AccountRepository, InvitationRepository) = (
            AccountRepository(database), InvitationRepository(database)
        )
        func password(_ cost: Int) -> PasswordDataModel {
            PasswordDataModel(salt: [1], hash: [2], cost: cost, blockSize: 8, parallelism: 1)
        }
        #expect(try await accounts.usualWork() == nil)
        var ids: [UUID] = []
        for (number, cost): (Int, Int) in [4, 4, 5].enumerated() {
            let code: InvitationSecret = InvitationSecret(bytes: RandomBytes.next(InvitationSecret.byteCount))
            let invitation: InvitationDataModel = InvitationDataModel(
                name: "n\(number)", nameKey: "n\(number)", role: "staff", patient: nil, wards: [],
                expires: TestClock.start.addingTimeInterval(100))
            #expect(try await invitations.add(invitation, code: code, now: TestClock.start))
            let account: AccountDataModel = AccountDataModel(
                id: UUID(), name: invitation.name, nameKey: invitation.nameKey, role: "staff", patient: nil, password: password(cost))
            #expect(try await invitations.accept(code, account: account, wards: [], now: TestClock.start))
            ids.append(account.id)
        }
        #expect(try await accounts.usualWork()?.cost == 4)
        try await accounts.keep(password(5), of: ids[0])
        #expect(try await accounts.usualWork()?.cost == 5)
        try await accounts.keep(password(5), of: ids[1])
        try await accounts.keep(password(6), of: ids[2])
        #expect(try await accounts.usualWork()?.cost == 5)
        try database.close()
    }
}

@Suite("Who waits to have a password hashed", .timeLimit(.minutes(2)))
struct PasswordQueueTests {
    @Test("few are hashed at the same time, few wait, and the others are told to come back")
    func bounded() async throws {
        let queue: PasswordQueue = PasswordQueue(atATime: 2, mostWaiting: 3)
        let gate: Gate = Gate()
        let pass: @Sendable () async throws -> Void = { try await queue.inTurn(of: nil) { try await queue.hash { gate.pass() } } }
        // Each goes as far as it can before the next one begins.
        let running: [Task<Void, any Error>] = (0..<5).map { _ in Task.immediate { try await pass() } }
        await gate.entered(2)
        #expect(gate.inside == 2)
        await #expect(throws: Declined.self) { try await pass() }
        running[4].cancel()
        await #expect(throws: CancellationError.self) { try await running[4].value }
        gate.open()
        for task: Task<Void, any Error> in running.dropLast() { try await task.value }
        #expect(gate.most == 2)
        try await pass()
    }
}

@Suite("Failures by name")
struct FailureTableTests {
    private let time: TestClock = TestClock()

    @Test("pauses double to a limit, an hour forgives, and success forgets")
    func pauses() {
        let table: FailureTable = FailureTable(free: 5, uptime: time.world.clock.uptime)
        let (ana, beat): (Int, Int) = (1, 2)
        var pauses: [Duration] = []
        for _ in 0..<20 {
            #expect(table.begin(ana) == nil)
            let pause: Duration = table.begin(ana) ?? .zero
            if pause == .zero { continue }
            pauses.append(pause)
            time.pass(pause)
        }
        #expect(pauses.prefix(4) == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
        #expect(pauses.last == FailureTable.longest)
        #expect(table.begin(beat) == nil)
        table.succeed(ana)
        #expect(table.count == 1)
        #expect(table.begin(ana) == nil && table.begin(ana) == nil)
        time.pass(.seconds(3601))
        for _ in 0..<5 { #expect(table.begin(beat) == nil) }
    }

    @Test("an attempt that was not made is taken back")
    func withdrawn() {
        let table: FailureTable = FailureTable(free: 5, uptime: time.world.clock.uptime)
        for _ in 0..<100 {
            #expect(table.begin(1) == nil)
            table.withdraw(1)
        }
        #expect(table.count == 0)
        table.withdraw(2)
    }

    @Test("the table is bounded, and forgets who has failed least")
    func bounded() {
        let table: FailureTable = FailureTable(free: 5, limit: 100, uptime: time.world.clock.uptime)
        for _ in 0..<5 { _ = table.begin(-1) }
        for number: Int in 0..<1000 {
            #expect(table.begin(number) == nil)
            #expect(table.count <= 100)
        }
        #expect(table.begin(-1) != nil)
    }

    @Test("the places that are known are bounded, and the newest is known")
    func places() {
        let places: FamiliarPlaces = FamiliarPlaces(limit: 10)
        for number: Int in 0..<100 { places.insert(number) }
        #expect((0..<100).count { places.contains($0) } == 10)
        #expect(places.contains(99))
    }
}

@Suite("Failures by edge, and everywhere")
struct SlowDownTests {
    private let ana: SignInName

    init() throws {
        ana = try SignInName("ana")
    }

    @Test("what fails by one edge slows down that edge, and no other")
    func byEdge() throws {
        let slowing: SlowDownByFailures = SlowDownByFailures { .zero }
        for _: Int in 0..<SlowDownByFailures.freeByPlace { _ = try slowing.begin(ana, from: "octopus") }
        #expect(throws: AuthenticationProblem.tooManyAttempts(retryAfter: .seconds(1))) { try slowing.begin(ana, from: "octopus") }
        _ = try slowing.begin(ana, from: "appointments")
        _ = try slowing.begin(SignInName("beat"), from: "octopus")
    }

    @Test("what fails by very many edges slows down all of them, but for those where the account has signed in before")
    func everywhere() throws {
        let slowing: SlowDownByFailures = SlowDownByFailures { .zero }
        slowing.succeed(try slowing.begin(ana, from: "home"))
        for number: Int in 0..<SlowDownByFailures.freeEverywhere { _ = try slowing.begin(ana, from: "octopus-\(number)") }
        #expect(throws: AuthenticationProblem.tooManyAttempts(retryAfter: .seconds(1))) { try slowing.begin(ana, from: "elsewhere") }
        _ = try slowing.begin(SignInName("beat"), from: "elsewhere")
        // A success takes back its own attempt, and not what others have tried.
        for _: Int in 0..<50 { slowing.succeed(try slowing.begin(ana, from: "home")) }
        #expect(throws: AuthenticationProblem.self) { try slowing.begin(ana, from: "elsewhere") }
        // At home it is one's own failures that count.
        for _: Int in 0..<SlowDownByFailures.freeByPlace { _ = try slowing.begin(ana, from: "home") }
        #expect(throws: AuthenticationProblem.self) { try slowing.begin(ana, from: "home") }
    }

    @Test("whoever goes on and on at one place, for days, keeps nobody out who comes from elsewhere for the first time")
    func onAndOn() throws {
        let time: Mutex<Duration> = Mutex(.zero)
        let slowing: SlowDownByFailures = SlowDownByFailures { time.withLock(\.self) }
        var attempts: Int = 0
        while time.withLock(\.self) < .seconds(3 * 86_400) {
            // Again as soon as they may.
            if let pause: Duration = try pause(slowing, "octopus\0192.0.2.1") {
                time.withLock { $0 += pause }
                continue
            }
            attempts += 1
            slowing.withdraw(try slowing.begin(ana, from: "octopus\0elsewhere-\(attempts)"))
        }
        #expect(attempts > 800)
    }

    /// How long an attempt has to wait; nil where it was counted.
    private func pause(_ slowing: SlowDownByFailures, _ origin: String) throws -> Duration? {
        do throws(AuthenticationProblem) {
            _ = try slowing.begin(ana, from: origin)
            return nil
        } catch {
            guard case .tooManyAttempts(let pause) = error else { throw error }
            return pause
        }
    }

    @Test("an attempt that was not made counts nowhere")
    func withdrawn() throws {
        let slowing: SlowDownByFailures = SlowDownByFailures { .zero }
        for number: Int in 0..<1000 { slowing.withdraw(try slowing.begin(ana, from: "octopus-\(number % 2)")) }
    }
}

/// Lets nobody through until it is opened.
private final class Gate: Sendable {
    private let state: Mutex<(inside: Int, most: Int)> = Mutex((0, 0))
    private let turnstile: DispatchSemaphore = DispatchSemaphore(value: 0)
    private let entries: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) = AsyncStream.makeStream()

    var inside: Int { state.withLock(\.inside) }
    var most: Int { state.withLock(\.most) }

    func open() { turnstile.signal() }

    /// Waits until so many more have come in; the suite's time limit is the deadline.
    func entered(_ count: Int) async {
        var left: Int = count
        for await _: Void in entries.stream {
            left -= 1
            if left == 0 { return }
        }
    }

    /// Blocks the thread; what runs here may.
    func pass() {
        state.withLock { state in
            state.inside += 1
            state.most = max(state.most, state.inside)
        }
        entries.continuation.yield()
        turnstile.wait()
        turnstile.signal()
        state.withLock { $0.inside -= 1 }
    }
}
