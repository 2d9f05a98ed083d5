import ColonnadeEventLoop
import ColonnadeSystemIO

/// Asks a program what it is: runs it with `--describe` and reads what it prints.
struct DaemonDescriber {
    /// A loaded machine may take seconds to start a program; a program that serves instead of answering never ends.
    private static let timeLimit: Duration = .seconds(30)
    private static let longestAnswer: Int = 16 << 20

    let loop: EventLoop

    /// - Throws: what is wrong with the program, in a sentence.
    func describe(_ executable: String) async throws(SupervisorError) -> VerticalDescription {
        var request: SpawnRequest = SpawnRequest(executable: executable, arguments: ["--describe"])
        request.environment = ChildEnvironment.inherited
        request.gainsNoPrivileges = true
        let outcome: ChildRun.Outcome
        do throws(ChildRun.Failure) {
            outcome = try await ChildRun(request, within: Self.timeLimit, atMost: Self.longestAnswer).outcome(on: loop)
        } catch {
            throw SupervisorError(Self.words(error, of: executable), isShortage: error.isShortage)
        }
        guard outcome.exit == .exited(0) else {
            let said: String = String(decoding: outcome.errors.split(separator: UInt8(ascii: "\n")).first ?? [], as: UTF8.self)
            throw SupervisorError(
                "\(executable) --describe ended with \(outcome.exit) instead of a description\(said.isEmpty ? "" : ": \(said)")")
        }
        do {
            return try VerticalDescription(json: outcome.output)
        } catch {
            throw SupervisorError("\(executable) --describe does not print a description: \(error)")
        }
    }

    private static func words(_ failure: ChildRun.Failure, of executable: String) -> String {
        switch failure {
        case .notStarted(let reason, _): reason
        case .tookTooLong, .printedTooMuch: "\(executable) --describe \(failure); is it a daemon of this platform?"
        }
    }
}
