import ColonnadeEventLoop
import Glibc
import SupervisorCore

/// A program that is to take the supervisor's place, and has said that it can.
struct ReexecCandidate: Sendable {
    /// The descriptor at which it finds the handover where it is only asked.
    static let probeDescriptor: Int32 = 3
    /// A program that reads a suite of hundreds answers in a second.
    private static let patience: Duration = .seconds(10)
    private static let longestAnswer: Int = 64 << 10

    let executable: String
    private let identity: String?

    /// Has the program read the handover, and judge it, without taking anything over.
    /// - Throws: why it can not take the suite, in a clause.
    init(_ executable: String, reading handover: [UInt8], ticket: String, home: SuiteHome, loop: EventLoop) async throws(HandoverError) {
        self.executable = executable
        guard let identity: String = FilePath.identity(executable) else { throw HandoverError("there is no program \(executable)") }
        guard TrustedUsers.mayBeRun(executable) else {
            throw HandoverError(
                "\(executable) belongs to somebody else, or others may write it: the supervisor runs it with all its rights")
        }
        self.identity = identity
        let outcome: ChildRun.Outcome
        do {
            let memory: OwnedDescriptor = try SealedMemory.make(handover)
            var request: SpawnRequest = SpawnRequest(
                executable: executable, arguments: Self.arguments(Self.probeDescriptor, home) + ["--check"])
            request.environment = ChildEnvironment.inherited
            request.gainsNoPrivileges = true
            request.descriptors = [.init(memory.number, as: Self.probeDescriptor)]
            let run: ChildRun = ChildRun(request, within: Self.patience, atMost: Self.longestAnswer)
            outcome = try await run.outcome(on: loop)
            withExtendedLifetime(memory) {}
        } catch {
            throw HandoverError("\(executable) could not be asked whether it can take the suite: it \(error)")
        }
        let said: String = String(decoding: outcome.output, as: UTF8.self)
        guard outcome.exit == .exited(0), said == "\(ticket)\n" else {
            let reason: String =
                String(decoding: outcome.errors.prefix(2_000), as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
            throw HandoverError(
                "\(executable) can not take the suite\(reason.isEmpty ? "; it may be no svc-supervisor, or an older one" : ": \(reason)")")
        }
    }

    private static func arguments(_ descriptor: Int32, _ home: SuiteHome) -> [String] {
        ["resume", "--home", home.path, "--descriptor", "\(descriptor)"]
    }

    /// Runs the program in this process. On the first thread.
    /// - Returns: why that could not be done; then everything is as before.
    func take(_ writing: HandoverWriting, home: SuiteHome) -> String {
        // It may have been built anew since it was asked.
        guard FilePath.identity(executable) == identity else { return "\(executable) has changed since it was asked; try again" }
        do throws(SocketError) {
            let memory: OwnedDescriptor = try SealedMemory.make(writing.bytes)
            let error: SocketError = ProcessImage.replace(
                by: executable, Self.arguments(memory.number, home), keeping: writing.kept + [memory])
            return "\(executable) could not be run: \(error.reason)"
        } catch {
            return "the suite could not be handed over: \(error)"
        }
    }
}
