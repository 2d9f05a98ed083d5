import AuthenticationDomain
import Foundation
import Synchronization

/// One account that is there.
final class FakeAccounts: KeepAccountsInterface {
    static let id: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))

    private let known: SignInName
    private let password: PasswordRecord
    private let asked: Mutex<Int> = Mutex(0)

    init(known: SignInName, password: PasswordRecord) {
        self.known = known
        self.password = password
    }

    /// How often an account was looked up.
    var lookups: Int { asked.withLock(\.self) }

    private var profile: ProfileDomainModel { ProfileDomainModel(kept: known, role: .staff, patient: nil, wards: []) }

    func account(named name: SignInName) async throws -> (account: AccountDomainModel, password: PasswordRecord)? {
        asked.withLock { $0 += 1 }
        return name.key == known.key ? (AccountDomainModel(id: Self.id, profile: profile), password) : nil
    }

    func usualWork() async throws -> PasswordWork? { password.work }

    func ward(_ patient: String, of account: UUID) async throws -> UUID? { nil }

    func wards(of account: UUID) async throws -> [String] { [] }

    func hasOperator() async throws -> Bool { true }

    func invite(_ profile: ProfileDomainModel, until expires: Date, now: Date) async throws -> String { "" }

    func invitation(_ code: String, now: Date) async throws -> ProfileDomainModel { profile }

    func accept(_ code: String, id: UUID, password: PasswordRecord, now: Date) async throws -> AccountDomainModel {
        AccountDomainModel(id: id, profile: profile)
    }

    func keep(_ password: PasswordRecord, of account: UUID) async throws {}
}

/// Remembers no session.
struct FakeSessions: KeepSessionsInterface {
    func add(_ session: SessionDomainModel, from place: String?, now: Date) async throws {}

    func sessions(of account: UUID) -> any AsyncSequence<BegunSessionsDomainModel, any Error> & Sendable {
        AsyncThrowingStream { $0.finish() }
    }
}

struct FakeSigning: SignSessionsInterface {
    func token(for session: SessionDomainModel) throws -> String { session.name }
}

/// Bytes that are random enough for tests.
enum RandomBytes {
    static let next: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }
}
