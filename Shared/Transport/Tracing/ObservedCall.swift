internal import ColonnadeContract

/// What is noted of a call that somebody watches, or whose trace is sampled, on the provider's side. Belongs to the server's loop.
final class ObservedCall {
    /// Nil where its trace is not sampled: then somebody watches.
    let context: TraceContext?
    let parent: UInt64?
    let start: UInt64
    let inputBytes: Int
    var outputBytes: Int = 0
    /// What the consumer was told while the handler went on, or in place of its answer.
    private(set) var told: CallSpan.End?

    init(context: TraceContext?, parent: UInt64?, start: UInt64, inputBytes: Int) {
        self.context = context
        self.parent = parent
        self.start = start
        self.inputBytes = inputBytes
    }

    func note(_ fault: Fault) {
        if told == nil { told = .failed(fault.code, fault.outcome) }
    }
}
