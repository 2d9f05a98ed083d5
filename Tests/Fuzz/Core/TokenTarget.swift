import ColonnadeContract
import ColonnadeSessions
import ColonnadeWorld

extension FuzzTarget {
    /// Tokens of sessions, which any caller sends. The bytes are taken as a token, and as what a token says: what can be read has one
    /// form only, is the same once it is signed anew, and nobody takes it but for the tokens that were signed.
    static var tokens: FuzzTarget {
        FuzzTarget(name: "tokens", seeds: tokenSeeds) { (input, _) throws(BrokenInvariant) in
            let text: String = String(decoding: input, as: UTF8.self)
            let asToken: String = try outcome(of: text)
            let isGenuine: Bool = genuineTokens.contains(text)
            guard (try? keyring.verify(text, now: .distantPast)) == nil || isGenuine else {
                throw BrokenInvariant("a forged token was taken")
            }
            let payload: String = SessionToken.text(input, [UInt8](repeating: 0, count: 64))
            return "\(asToken), \(try outcome(of: payload)), \(isGenuine)"
        }
    }

    private static func outcome(of text: String) throws(BrokenInvariant) -> String {
        guard let token: SessionToken = try? SessionToken(text) else { return "no token" }
        guard text.utf8.count <= SessionToken.longest else { throw BrokenInvariant("a token of \(text.utf8.count) characters was read") }
        guard SessionToken.text(token.payload, token.signature) == text else { throw BrokenInvariant("a token has two forms") }
        guard let anew: String = try? signer?.token(for: token.session) else { return "read, and too long to be signed" }
        guard (try? SessionToken(anew))?.session == token.session else {
            throw BrokenInvariant("what a token says changes when it is signed anew")
        }
        let session: UserSession = token.session
        return "\(session.subject != nil) \(session.guardian != nil) \(session.parent != nil) \(min(session.name.utf8.count, 4))"
    }

    private static let signer: SessionSigner? = try? SessionSigner(privateKey: [UInt8](repeating: 7, count: 32))
    private static let keyring: SessionKeyring = SessionKeyring(publicKeys: signer.map { [$0.publicKey] } ?? [])
    private static let genuineTokens: Set<String> = Set(sessions.compactMap { try? signer?.token(for: $0) })

    /// Signed tokens, and their payloads.
    private static var tokenSeeds: [[UInt8]] {
        genuineTokens.sorted().flatMap { [[UInt8]($0.utf8), (try? SessionToken($0))?.payload ?? []] }
    }

    private static let sessions: [UserSession] = {
        let ids: [UUID] = (1...4).compactMap { UUID(uuidString: "00000000-0000-4000-8000-00000000000\($0)") }
        let (issued, expires): (Date, Date) = (Date(timeIntervalSince1970: 1_767_225_600), Date(timeIntervalSince1970: 1_767_312_000))
        return [
            UserSession(id: ids[0], user: ids[1], name: "ana", role: Role(rawValue: "operator"), issued: issued, expires: expires),
            UserSession(
                id: ids[0], user: ids[1], name: "", role: Role(rawValue: "minor"), subject: "519f218e", guardian: ids[2],
                parent: ParentSession(id: ids[3], issued: issued), issued: issued, expires: expires),
        ]
    }()
}
