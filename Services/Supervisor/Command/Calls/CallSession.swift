import ColonnadeContract
import ColonnadeEventLoop

/// The caller's session, as the command line or the environment has it.
enum CallSession {
    /// Where it is looked for when the command line has none.
    static let variable: String = "COLONNADE_SESSION"
    /// More bytes than any token has, with what signing in says around it.
    private static let fileLimit: Int = 16 << 10

    /// - Parameter text: a token, or `@FILE`; the file has a token, or what signing in has printed.
    /// - Returns: nil where there is no session.
    static func token(_ text: String?) throws(CommandFailure) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard text.hasPrefix("@") else { return text }
        let path: String = String(text.dropFirst())
        let content: String = try read(path)
        guard content.hasPrefix("{") else { return content }
        guard case .object(let members)? = try? JSONValue(parsing: Array(content.utf8)), case .string(let token)? = members["token"] else {
            throw CommandFailure(.usage, "\(path) has no token; write into it what `svc-supervisor call authentication signIn` prints.")
        }
        return token
    }

    private static func read(_ path: String) throws(CommandFailure) -> String {
        var bytes: [UInt8] = []
        do {
            let file: InputFile = try InputFile(path: path)
            while bytes.count <= fileLimit, case let piece = try file.read(fileLimit), !piece.isEmpty { bytes += piece }
        } catch {
            throw CommandFailure(.usage, "The session can not be read: \(error)")
        }
        guard bytes.count <= fileLimit else { throw CommandFailure(.usage, "\(path) is too large to be a session.") }
        let text: Substring = String(decoding: bytes, as: UTF8.self)[...]
        let content: Substring = text.drop(while: \.isWhitespace)
        guard let last: Substring.Index = content.lastIndex(where: { !$0.isWhitespace }) else {
            throw CommandFailure(.usage, "\(path) is empty; write into it what `svc-supervisor call authentication signIn` prints.")
        }
        return String(content[...last])
    }
}
