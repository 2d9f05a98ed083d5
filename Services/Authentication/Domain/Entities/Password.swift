private import Foundation

/// What only one person knows. Its description does not show it.
public struct Password: Sendable, CustomStringConvertible {
    /// How long a new one is at least, in characters; see NIST SP 800-63B on why length is what counts.
    public static let shortest: Int = 12
    /// The longest one, in characters, and in bytes.
    private static let longest: (characters: Int, bytes: Int) = (256, 1024)

    /// What is hashed: the text as Unicode's NFKC, so that it does not matter how a keyboard composes it. Never empty.
    public let bytes: [UInt8]

    public var description: String { "(a password)" }

    /// A password that somebody signs in with.
    /// - Throws: ``AuthenticationProblem/invalidPassword(reason:)`` where nobody can have it.
    public init(_ text: String) throws(AuthenticationProblem) {
        guard !text.isEmpty else { throw .invalidPassword(reason: "the password is empty") }
        guard text.utf8.count <= Self.longest.bytes, text.count <= Self.longest.characters else {
            throw .invalidPassword(reason: "a password has \(Self.longest.characters) characters at most")
        }
        guard text.unicodeScalars.allSatisfy({ !$0.isControl }) else {
            throw .invalidPassword(reason: "a password has no control characters")
        }
        bytes = Array(text.precomposedStringWithCompatibilityMapping.utf8)
        guard !bytes.isEmpty else { throw .invalidPassword(reason: "the password is empty") }
    }

    /// A password that somebody chooses.
    /// - Throws: ``AuthenticationProblem/invalidPassword(reason:)`` also where it is too short, or is the name.
    public init(new text: String, for name: SignInName? = nil) throws(AuthenticationProblem) {
        try self.init(text)
        guard text.count >= Self.shortest else {
            throw .invalidPassword(reason: "a password has \(Self.shortest) characters at least; a sentence is easy to keep")
        }
        guard text.lowercased() != name?.key else { throw .invalidPassword(reason: "a password is not the name") }
    }
}

/// How a password is kept: what scrypt (RFC 7914) made of it, and with which parameters.
public struct PasswordRecord: Hashable, Sendable {
    public let salt: [UInt8]
    public let hash: [UInt8]
    public let work: PasswordWork

    public init(salt: [UInt8], hash: [UInt8], work: PasswordWork) {
        self.salt = salt
        self.hash = hash
        self.work = work
    }
}

/// How much work one password is. The memory is `128 * blockSize << cost` bytes.
public struct PasswordWork: Hashable, Sendable {
    /// What OWASP names among its choices: N = 2^15, r = 8, p = 3; 32 MiB.
    public static let usual: PasswordWork = PasswordWork(cost: 15, parallelism: 3)

    public static let costs: ClosedRange<Int> = 4...20
    public static let parallelisms: ClosedRange<Int> = 1...16

    /// N, as a power of two.
    public let cost: Int
    /// r.
    public let blockSize: Int
    /// p.
    public let parallelism: Int

    public init(cost: Int, blockSize: Int = 8, parallelism: Int) {
        self.cost = cost
        self.blockSize = blockSize
        self.parallelism = parallelism
    }
}
