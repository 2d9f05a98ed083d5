/// Who has made the call that a task serves.
public enum CallingConsumer {
    /// The consumer to whom the call's edge belongs; nil where anybody may connect, and where no ``ConsumerDispatcher`` stands before the
    /// board. Task-local. It is what the provider's own socket says, and not what the peer says.
    @TaskLocal public static var current: String?
}

/// Tells boards who calls: it binds ``CallingConsumer/current`` around each of their handlers.
///
/// For interfaces whose boards ask: to bind something costs every call a little.
public struct ConsumerDispatcher: Dispatcher {
    private let dispatcher: any Dispatcher

    /// A dispatcher before another one.
    /// - Parameter dispatcher: decodes the Inputs and starts the boards.
    public init(_ dispatcher: any Dispatcher) {
        self.dispatcher = dispatcher
    }

    public var contract: ContractDescriptor { dispatcher.contract }

    public var boardOffset: UInt16 { dispatcher.boardOffset }

    public func dispatch(board: UInt16, body: inout WireReader, call: any ServedCall) throws(WireError) -> Bool {
        try dispatcher.dispatch(board: board, body: &body, call: ConsumersCall(call))
    }
}

private final class ConsumersCall: ServedCall {
    private let call: any ServedCall

    init(_ call: any ServedCall) {
        self.call = call
    }

    var consumer: String? { call.consumer }

    var commandWindow: Int { call.commandWindow }

    func serve(_ handler: consuming @escaping @Sendable (any OutputSink) async -> Reply) {
        let (consumer, handler): (String?, @Sendable (any OutputSink) async -> Reply) = (call.consumer, handler)
        call.serve { sink in
            // A command that is taken is told to this call, which nobody else keeps.
            defer { withExtendedLifetime(self) {} }
            return await CallingConsumer.$current.withValue(consumer) { await handler(sink) }
        }
    }

    func receiveCommands(
        _ onCommand: @escaping @Sendable (inout WireReader) throws(WireError) -> Void,
        onEnd: @escaping @Sendable (CommandsEnd) -> Void
    ) {
        call.receiveCommands(onCommand, onEnd: onEnd)
    }

    func commandTaken() {
        call.commandTaken()
    }
}
