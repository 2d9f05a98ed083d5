public import AuthenticationData
public import AuthenticationDomain

/// Leaves the first operator's code in a file that only who runs the suite can read.
public struct InvitationInFile: HandOverFirstInvitationInterface {
    private let file: PrivateFile

    public init(_ file: PrivateFile) {
        self.file = file
    }

    public func handOver(_ code: String) async throws { try file.write(Array("\(code)\n".utf8)) }

    public func current() async throws -> String? {
        try file.read().map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    }

    public func takeBack() async throws { try file.remove() }
}
