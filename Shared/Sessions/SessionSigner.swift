import ColonnadeContract
import ColonnadeCryptography
public import ColonnadeWorld

/// Signs sessions. Only the one vertical that signs people in has one.
public struct SessionSigner: Sendable {
    /// What ``SessionKeyring`` checks by; 32 bytes, for anybody to know.
    public let publicKey: [UInt8]
    /// What signs; 32 bytes, for nobody else to know.
    public let privateKey: [UInt8]

    private let key: Ed25519.PrivateKey
    private let id: UInt64

    /// A signer with a new key.
    public init() {
        self.init(Ed25519.PrivateKey())
    }

    /// The signer of a private key that was kept.
    /// - Throws: ``SessionKeyError`` where these bytes are none.
    public init(privateKey: [UInt8]) throws(SessionKeyError) {
        guard let key: Ed25519.PrivateKey = Ed25519.PrivateKey(privateKey) else { throw SessionKeyError() }
        self.init(key)
    }

    private init(_ key: Ed25519.PrivateKey) {
        self.key = key
        privateKey = key.bytes
        publicKey = key.publicKey.bytes
        id = SessionKey.id(of: publicKey)
    }

    /// The token that stands for a session.
    /// - Throws: ``SessionKeyError`` where nobody would take it, since its names are too long.
    public func token(for session: UserSession) throws(SessionKeyError) -> String {
        let payload: [UInt8] = SessionPayload(key: id, session: session).bytes
        let text: String = SessionToken.text(payload, key.signature(for: SessionToken.signedBytes(payload)))
        guard text.utf8.count <= SessionToken.longest else { throw SessionKeyError() }
        return text
    }
}

/// The bytes are no private key of Ed25519, or no token can be made with it.
public struct SessionKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error; it has no parts.
    public init() {}

    public var description: String { "no session can be signed: the key is not 32 bytes, or the session's names are too long" }
}
