import Foundation
import Testing

extension Suite {
    static let password: String = "a sentence that nobody guesses"

    /// A launcher file of the clinic, with passwords that cost as little as they can: how slow a hash is, is tested elsewhere.
    func copy(_ original: URL) throws -> URL {
        let text: String = try String(contentsOf: original, encoding: .utf8)
            .replacing(
                "    executable: svc-authentication\n",
                with: "    executable: svc-authentication\n    config: { passwordCost: 4, passwordParallelism: 1 }\n"
            )
            .replacing("../data/", with: Self.root.appending(path: "deploy/data/").path())
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let copy: URL = home.appending(path: "clinic-of-tests.yml")
        try Data(text.utf8).write(to: copy)
        return copy
    }

    /// Where a session is kept of which the rest of a test needs only the name.
    func sessionFile(_ name: String) -> URL { home.appending(path: "\(name).session") }

    /// `--session`, where the call does not name one itself and somebody of the staff has signed in.
    func session(_ arguments: [String]) -> [String] {
        let file: String = sessionFile("staff").path()
        return arguments.contains("--session") || !FileManager.default.fileExists(atPath: file) ? [] : ["--session", "@" + file]
    }

    /// Signs the first operator up by the code in the file, and somebody of the staff by the operator's invitation.
    func signUpStaff() async throws {
        let file: URL = home.appending(path: "state/authentication/operator-invitation")
        let code: String = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        try await signUp("operator", code: code)
        try await invite("staff", #"{"name": "staff", "role": "staff"}"#, by: "operator")
    }

    /// Has one account invite another, which signs up; its session is in ``sessionFile(_:)`` then.
    func invite(_ name: String, _ invitation: String, by inviter: String) async throws {
        let invited: Finished = try await call("authentication", "invite", invitation, "--session", "@" + sessionFile(inviter).path())
        try #require(invited.status == 0, "\(invited.errors)")
        try await signUp(name, code: try #require(try invited.object()["code"] as? String))
    }

    private func signUp(_ name: String, code: String) async throws {
        let signedUp: Finished = try await run(
            "call", "authentication", "signUp", "-", input: #"{"code": "\#(code)", "password": "\#(Self.password)"}"#)
        try #require(signedUp.status == 0, "\(signedUp.errors)")
        try Data(signedUp.output.utf8).write(to: sessionFile(name))
    }
}
