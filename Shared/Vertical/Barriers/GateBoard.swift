import ColonnadeContract

/// The board of a gate, without its types.
struct GateBoard: Sendable {
    /// The gates whose boards the current task runs in. A gate's own work passes that gate without waiting: it would wait for
    /// itself.
    @TaskLocal static var running: Set<BoardID> = []

    let id: BoardID
    /// Activates the board without an input, applies its rules, and returns the outcome. Calls `bodyEnded` once the board's work has
    /// ended, even if that is after the answer to a cancellation; on any thread.
    let activate: @Sendable (_ bodyEnded: @escaping @Sendable () -> Void) async -> GateOutcome

    /// One run, on behalf of whoever `metadata` names.
    func run(_ metadata: CallMetadata, bodyEnded: @escaping @Sendable () -> Void) async -> GateOutcome {
        await CallMetadata.$current.withValue(metadata) {
            await Self.$running.withValue(Self.running.union([id])) {
                await activate(bodyEnded)
            }
        }
    }
}
