public import ColonnadeContract

/// What happens when a board emits or completes; it lives outside the board.
///
/// ```swift
/// mainboard.when(mainboard.serviceMap.maps.pickPlace)
///     .emits { output, interaction in try await interaction.send(.confirm) }
///     .completes { completion in log.info("picked", metadata: ["done": "\(completion)"]) }
/// ```
/// A rule sees the activations of its own motherboard. The rules of one board run one after the other, in the order in which they
/// were added; the next output waits for them.
public struct Rules<Output: Sendable, Command: Sendable, Refused: Refusal>: Sendable {
    let board: BoardID
    let book: RuleBook

    /// Runs `action` with every output. An error that it throws is logged, and ends neither the activation nor other rules.
    @discardableResult
    public func emits(_ action: @escaping @Sendable (Output) async throws -> Void) -> Self {
        emits { output, _ in try await action(output) }
    }

    /// Runs `action` with every output, and with an interaction that sends commands to the board.
    @discardableResult
    public func emits(_ action: @escaping @Sendable (Output, Commands<Command>) async throws -> Void) -> Self {
        change { $0.emits.append(action) }
    }

    /// Runs `action` when an activation has ended well, after all rules for its outputs.
    @discardableResult
    public func completes(_ action: @escaping @Sendable (Completion) async throws -> Void) -> Self {
        change { $0.completes.append(action) }
    }

    /// Runs `action` when an activation was refused or has failed, after all rules for its outputs.
    @discardableResult
    public func fails(_ action: @escaping @Sendable (CallFailure<Refused>) async throws -> Void) -> Self {
        change { $0.fails.append(action) }
    }

    private func change(_ body: (inout RuleSet<Output, Command, Refused>) -> Void) -> Self {
        book.change(board, body)
        return self
    }
}

/// The rules of one board.
struct RuleSet<Output: Sendable, Command: Sendable, Refused: Refusal>: Sendable {
    var emits: [@Sendable (Output, Commands<Command>) async throws -> Void] = []
    var completes: [@Sendable (Completion) async throws -> Void] = []
    var fails: [@Sendable (CallFailure<Refused>) async throws -> Void] = []
}
