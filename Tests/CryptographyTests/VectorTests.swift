import ColonnadeCryptography
import Testing

@Suite("What the standards give as examples")
struct VectorTests {
    @Test(
        "SHA-256",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func digests(text: String, expected: String) {
        #expect(SHA256.digest(of: Array(text.utf8)) == bytes(expected))
    }

    /// RFC 4231, cases 1, 2 and 6: a key of 20 bytes, a short one, and one that is longer than a block.
    @Test(
        "HMAC-SHA-256",
        arguments: [
            (
                String(repeating: "0b", count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            ("4a656665", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
            (
                String(repeating: "aa", count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ])
    func codes(key: String, text: String, expected: String) {
        #expect(HMACSHA256.code(for: Array(text.utf8), key: bytes(key)) == bytes(expected))
    }

    /// RFC 8032, section 7.1, tests 1 to 3.
    @Test(
        "Ed25519",
        arguments: [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
            ),
        ])
    func signatures(privateKey: String, publicKey: String, message: String, expected: String) throws {
        let key: Ed25519.PrivateKey = try #require(Ed25519.PrivateKey(bytes(privateKey)))
        #expect(key.publicKey.bytes == bytes(publicKey))
        #expect(key.bytes == bytes(privateKey))
        let signature: [UInt8] = key.signature(for: bytes(message))
        #expect(signature == bytes(expected))
        let check: Ed25519.PublicKey = try #require(Ed25519.PublicKey(bytes(publicKey)))
        #expect(check.hasSigned(bytes(message), signature))
    }

    /// RFC 7914, section 12, the first two.
    @Test(
        "scrypt",
        arguments: [
            (
                "", "", UInt64(16), UInt32(1),
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", 1024, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
        ])
    func derivedKeys(password: String, salt: String, rounds: UInt64, parallelism: UInt32, expected: String) throws {
        let key: [UInt8] = try Scrypt.derivedKey(
            password: Array(password.utf8), salt: Array(salt.utf8), rounds: rounds, blockSize: rounds == 16 ? 1 : 8,
            parallelism: parallelism, byteCount: 64)
        #expect(key == bytes(expected))
    }

    private func bytes(_ text: String) -> [UInt8] {
        let digits: [UInt8] = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
