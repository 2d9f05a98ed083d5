import ColonnadeContract

/// The board of a gate, without its types.
struct GateBoard: Sendable {
    /// The gates whose boards run around the present task: what a gate does passes that gate without waiting, because it would
    /// wait for itself.
    @TaskLocal static var running: Set<BoardID> = []

    let id: BoardID
    /// Activates the board with nothing, applies its rules, and says what came of it. `bodyEnded` is called once what the board does
    /// has come to its end, also where that is after a cancellation was answered; on any thread.
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
