import ColonnadeContract
package import ColonnadeWorld

/// The text form of a session, version 1: `base64url(payload) "." base64url(signature)`, without padding.
///
/// The payload is a protobuf message:
///
/// | field | type | |
/// |---|---|---|
/// | 1 | uint64 | the key: the first eight bytes of the SHA-256 of the public key, big-endian |
/// | 2 | bytes | the session's id, a UUID |
/// | 3 | bytes | the user's id, a UUID |
/// | 4 | string | the user's name |
/// | 5 | string | the role |
/// | 6 | string, optional | the subject |
/// | 7 | bytes, optional | the guardian's id, a UUID |
/// | 8 | int64 | issued, in nanoseconds since 1970 UTC |
/// | 9 | int64 | expires, in nanoseconds since 1970 UTC |
/// | 10 | bytes, optional | the id of the session that it was made from, a UUID |
/// | 11 | int64, with 10 | when that one was issued, in nanoseconds since 1970 UTC |
///
/// The signature is Ed25519 (RFC 8032) over `"colonnade.session.v1\0"` and the payload, so that nothing that was signed for
/// another purpose can pass for a session. A field that is not known here is refused: it might say what limits the session.
package struct SessionToken {
    /// The longest token that is looked at, in characters: names of any sensible length fit.
    package static let longest: Int = 2048
    private static let signatureBytes: Int = 64
    private static let purpose: [UInt8] = Array("colonnade.session.v1\0".utf8)

    /// By which the key is known that it says has signed it.
    package let key: UInt64
    package let session: UserSession
    package let payload: [UInt8]
    package let signature: [UInt8]

    /// Takes a token apart; whether it was signed by anybody is another question.
    package init(_ text: String) throws(SessionError) {
        guard text.utf8.count <= Self.longest else { throw .malformed }
        let parts: [Substring] = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, let payload: [UInt8] = Base64URL.decode(parts[0]),
            let signature: [UInt8] = Base64URL.decode(parts[1]), signature.count == Self.signatureBytes
        else { throw .malformed }
        self.payload = payload
        self.signature = signature
        do {
            var reader: WireReader = WireReader(payload.span)
            let content: SessionPayload = try SessionPayload(from: &reader)
            (key, session) = (content.key, content.session)
        } catch {
            throw .malformed
        }
    }

    /// What is signed.
    static func signedBytes(_ payload: [UInt8]) -> [UInt8] { purpose + payload }

    /// The token of a payload that was signed.
    package static func text(_ payload: [UInt8], _ signature: [UInt8]) -> String {
        "\(Base64URL.encode(payload)).\(Base64URL.encode(signature))"
    }
}
