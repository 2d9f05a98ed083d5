import ColonnadeCryptography
import Testing

@Suite("What is refused")
struct RefusalTests {
    @Test("keys of another length")
    func lengths() {
        for count: Int in [0, 1, 31, 33, 64] {
            #expect(Ed25519.PrivateKey([UInt8](repeating: 7, count: count)) == nil)
            #expect(Ed25519.PublicKey([UInt8](repeating: 7, count: count)) == nil)
        }
    }

    @Test("a signature of which any bit was changed, of another message, by another key, of another length")
    func signatures() {
        let key: Ed25519.PrivateKey = Ed25519.PrivateKey()
        let message: [UInt8] = Array("a message".utf8)
        let signature: [UInt8] = key.signature(for: message)
        #expect(key.publicKey.hasSigned(message, signature))
        for bit: Int in 0..<(signature.count * 8) {
            var changed: [UInt8] = signature
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.publicKey.hasSigned(message, changed))
        }
        #expect(!key.publicKey.hasSigned(message + [0], signature))
        #expect(!Ed25519.PrivateKey().publicKey.hasSigned(message, signature))
        for count: Int in [0, 63, 65] { #expect(!key.publicKey.hasSigned(message, [UInt8](repeating: 0, count: count))) }
    }

    @Test("a public key of small order, which would check any signature")
    func smallOrder() throws {
        let zero: Ed25519.PublicKey = try #require(Ed25519.PublicKey([UInt8](repeating: 0, count: 32)))
        #expect(!zero.hasSigned(Array("anything".utf8), [UInt8](repeating: 0, count: 64)))
    }

    @Test("parameters of scrypt that do not exist")
    func parameters() {
        for (rounds, blockSize, parallelism): (UInt64, UInt32, UInt32) in [(0, 8, 1), (3, 8, 1), (16, 1 << 30, 1 << 30)] {
            #expect(throws: Scrypt.Failure.self) {
                try Scrypt.derivedKey(
                    password: [1], salt: [1], rounds: rounds, blockSize: blockSize, parallelism: parallelism, byteCount: 32)
            }
        }
    }

    @Test("bytes that differ, or are not as many")
    func comparisons() {
        #expect(ConstantTime.areEqual([], []))
        #expect(ConstantTime.areEqual([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2]))
    }
}
