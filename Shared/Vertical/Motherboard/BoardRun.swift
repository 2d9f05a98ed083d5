import ColonnadeContract
import Logging

/// One activation by a motherboard: takes the outputs, and applies the rules to each.
struct BoardRun<Output: Sendable, Command: Sendable, Refused: Refusal>: Sendable {
    let board: BoardID
    let rules: RuleSet<Output, Command, Refused>
    let interaction: Commands<Command>
    let log: Logger

    func outputs(_ outputs: OutputSequence<Output, Refused>) async -> Result<Completion, CallFailure<Refused>> {
        let result: Result<Completion, CallFailure<Refused>>
        do throws(CallFailure<Refused>) {
            for try await output: Output in outputs {
                for action in rules.emits { await apply("emits") { try await action(output, interaction) } }
            }
            result = .success(outputs.completion ?? .done)
        } catch {
            result = .failure(error)
        }
        switch result {
        case .success(let completion):
            for action in rules.completes { await apply("completes") { try await action(completion) } }
        case .failure(let failure):
            for action in rules.fails { await apply("fails") { try await action(failure) } }
        }
        return result
    }

    private func apply(_ rule: String, _ body: () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
            // The activation ended while a rule was still sending to it; its end is reported separately.
        } catch {
            log.warning("a rule failed", metadata: ["board": "\(board)", "rule": "\(rule)", "error": "\(error)"])
        }
    }
}
