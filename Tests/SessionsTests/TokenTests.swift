import ColonnadeContract
import ColonnadeWorld
import Testing

@testable import ColonnadeSessions

@Suite("Session tokens")
struct TokenTests {
    private let signer: SessionSigner = SessionSigner()
    private var keyring: SessionKeyring { SessionKeyring(publicKeys: [signer.publicKey]) }

    @Test("what was signed is what is read", arguments: [nil, "p1"], [nil, SessionFixtures.id(9)])
    func roundTrip(subject: String?, guardian: UUID?) throws {
        let session: UserSession = SessionFixtures.session(name: "Zoë Keller-Ñuñez", subject: subject, guardian: guardian)
        let token: String = try signer.token(for: session)
        #expect(try keyring.verify(token, now: SessionFixtures.noon) == session)
        #expect(token.utf8.allSatisfy { $0 == UInt8(ascii: ".") || Character(UnicodeScalar($0)).isASCII })
    }

    @Test("a session says what it was made from, whole or not at all")
    func parent() throws {
        let parent: ParentSession = ParentSession(id: SessionFixtures.id(8), issued: SessionFixtures.noon)
        let session: UserSession = SessionFixtures.session(guardian: SessionFixtures.id(9), parent: parent)
        #expect(try keyring.verify(try signer.token(for: session), now: SessionFixtures.noon) == session)
        var writer: WireWriter = WireWriter(appendingTo: SessionPayload(key: 1, session: SessionFixtures.session()).bytes)
        writer.writeUUID(parent.id, field: 10)
        #expect(throws: SessionError.malformed) { try SessionToken(SessionToken.text(writer.bytes, [UInt8](repeating: 0, count: 64))) }
    }

    @Test("a private key that was kept signs as before")
    func keptKey() throws {
        let again: SessionSigner = try SessionSigner(privateKey: signer.privateKey)
        let token: String = try again.token(for: SessionFixtures.session())
        #expect(try keyring.verify(token, now: SessionFixtures.noon) == SessionFixtures.session())
        #expect(throws: SessionKeyError.self) { try SessionSigner(privateKey: [1, 2, 3]) }
    }

    @Test("an expired token is refused, also one that was taken before")
    func expired() throws {
        let keyring: SessionKeyring = keyring
        let token: String = try signer.token(for: SessionFixtures.session())
        _ = try keyring.verify(token, now: SessionFixtures.noon)
        #expect(throws: SessionError.expired) { try keyring.verify(token, now: SessionFixtures.later) }
        #expect(throws: SessionError.expired) {
            try SessionKeyring(publicKeys: [signer.publicKey]).verify(token, now: SessionFixtures.later)
        }
    }

    @Test("a token of another authority is refused, and one that only says to be of this one")
    func foreign() throws {
        let other: SessionSigner = SessionSigner()
        let token: String = try other.token(for: SessionFixtures.session())
        #expect(throws: SessionError.unknownKey) { try keyring.verify(token, now: SessionFixtures.noon) }
        let payload: [UInt8] = SessionPayload(key: SessionKey.id(of: signer.publicKey), session: SessionFixtures.session()).bytes
        let signature: [UInt8] = try SessionToken(token).signature
        #expect(throws: SessionError.forged) { try keyring.verify(SessionToken.text(payload, signature), now: SessionFixtures.noon) }
    }

    @Test("a keyring that knows nothing says so, and one that knows no key refuses")
    func unverifiable() throws {
        let token: String = try signer.token(for: SessionFixtures.session())
        #expect(throws: SessionError.unverifiable) { try SessionKeyring().verify(token, now: SessionFixtures.noon) }
        #expect(throws: SessionError.unknownKey) { try SessionKeyring(publicKeys: []).verify(token, now: SessionFixtures.noon) }
        #expect(throws: SessionError.unknownKey) { try SessionKeyring(publicKeys: [[1, 2], []]).verify(token, now: SessionFixtures.noon) }
    }

    @Test(
        "garbage is no token",
        arguments: [
            "", ".", "..", "a.b.c", "abc", "abc.def", "ä.ö", "\0.\0", " ", "CAE.\(String(repeating: "A", count: 86))",
            ".\(String(repeating: "A", count: 86))",
        ])
    func garbage(token: String) {
        #expect(throws: SessionError.malformed) { try keyring.verify(token, now: SessionFixtures.noon) }
    }

    @Test("a megabyte is no token, and costs nothing")
    func veryLong() {
        for letter: Character in ["A", ".", "é"] {
            let text: String = String(repeating: letter, count: 1 << 20)
            #expect(throws: SessionError.malformed) { try keyring.verify(text, now: SessionFixtures.noon) }
        }
    }

    @Test("names that make a token too long are not signed")
    func tooLong() {
        let session: UserSession = SessionFixtures.session(name: String(repeating: "x", count: 2000))
        #expect(throws: SessionKeyError.self) { try signer.token(for: session) }
    }

    @Test("a field that is not known here is refused, though it is signed")
    func unknownField() throws {
        var writer: WireWriter = WireWriter(
            appendingTo: SessionPayload(key: SessionKey.id(of: signer.publicKey), session: SessionFixtures.session()).bytes)
        writer.writeBool(true, field: 12)
        #expect(throws: SessionError.malformed) { try SessionToken(SessionToken.text(writer.bytes, [UInt8](repeating: 0, count: 64))) }
    }

    @Test("one changed bit, letter, cut or addition makes any token worthless, however often it is tried")
    func mutations() throws {
        let seed: UInt64 = UInt64.random(in: 0...UInt64.max)
        let chance: Chance = .seeded(seed)
        let alphabet: [Character] = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ")
        for round: Int in 0..<40 {
            let name: String = String((0..<chance.number(in: 0...40)).map { _ in alphabet[chance.number(in: 0...68)] })
            let token: [Character] = Array(try signer.token(for: SessionFixtures.session(UInt8(round), name: name)))
            let keyring: SessionKeyring = keyring
            _ = try keyring.verify(String(token), now: SessionFixtures.noon)
            for _ in 0..<50 {
                var changed: [Character] = token
                let place: Int = chance.number(in: 0...(token.count - 1))
                switch chance.number(in: 0...3) {
                case 0: changed[place] = alphabet[chance.number(in: 0...68)]
                case 1: changed.remove(at: place)
                case 2: changed.insert(alphabet[chance.number(in: 0...68)], at: place)
                default: changed.removeLast(place + 1)
                }
                guard changed != token else { continue }
                #expect(throws: SessionError.self, "seed \(seed), \(String(changed)) counts") {
                    try keyring.verify(String(changed), now: SessionFixtures.noon)
                }
            }
        }
    }

    @Test("every single bit of payload and signature matters")
    func bits() throws {
        let token: SessionToken = try SessionToken(try signer.token(for: SessionFixtures.session(guardian: SessionFixtures.id(7))))
        let whole: [UInt8] = token.payload + token.signature
        let keyring: SessionKeyring = keyring
        for bit: Int in 0..<(whole.count * 8) {
            var changed: [UInt8] = whole
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            let text: String = SessionToken.text(
                Array(changed.prefix(token.payload.count)), Array(changed.dropFirst(token.payload.count)))
            #expect(throws: SessionError.self, "bit \(bit)") { try keyring.verify(text, now: SessionFixtures.noon) }
        }
    }

    @Test("base64url has one form for each value")
    func base64() {
        for length: Int in 0..<40 {
            let bytes: [UInt8] = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)[...]) == bytes)
        }
        #expect(Base64URL.decode("AA") == [0] && Base64URL.decode("AB") == nil && Base64URL.decode("A") == nil)
        #expect(Base64URL.decode("AAAA=") == nil && Base64URL.decode("-_-_") == [251, 255, 191])
    }
}
