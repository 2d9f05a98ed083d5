import AuthenticationData
import ColonnadeContract
import ColonnadeSessions

/// What keeps accounts, keys and sessions that were ended.
struct AuthenticationDataLayerContainer: Sendable {
    let accounts: AccountRepository
    let invitations: InvitationRepository
    let begunSessions: BegunSessionRepository
    let endedSessions: EndedSessionRepository
    let bell: NewsBell = NewsBell()
    let accountBells: NewsBells<UUID> = NewsBells<UUID>()
    let operatorInvitation: PrivateFile
    let signer: SessionSigner
    private let database: AccountsDatabase

    /// - Parameter stateDirectory: exists; from now on only its owner may enter it.
    init(stateDirectory: String) throws {
        let keyFile: PrivateFile = try PrivateFile("session-key", in: stateDirectory)
        operatorInvitation = try PrivateFile("operator-invitation", in: stateDirectory)
        signer = try Self.signer(keyFile)
        database = try AccountsDatabase(directory: stateDirectory)
        accounts = AccountRepository(database)
        invitations = InvitationRepository(database)
        begunSessions = BegunSessionRepository(database)
        endedSessions = EndedSessionRepository(database)
    }

    func close() throws {
        try database.close()
    }

    /// The private key stays the same as long as its file is there; without it everybody has to sign in again.
    private static func signer(_ file: PrivateFile) throws -> SessionSigner {
        if let key: [UInt8] = try file.read() { return try SessionSigner(privateKey: key) }
        let signer: SessionSigner = SessionSigner()
        try file.write(signer.privateKey)
        return signer
    }
}
