import ColonnadeContract

/// A channel that leads nowhere: every call fails in the same way.
final class UnreachableChannel: Channel {
    private let fault: Fault

    init(fault: Fault) {
        self.fault = fault
    }

    /// The channel to an interface that nobody here has declared.
    static func undeclared(_ interface: String, by vertical: String) -> UnreachableChannel {
        UnreachableChannel(
            fault: Fault(
                .undeclared, "\(vertical) does not declare \(interface): add its contract to the launcher plugin's `uses`.",
                outcome: .notDispatched))
    }

    func call(_ request: CallRequest) async throws(CallError) -> ReceivedMessage {
        throw .fault(fault)
    }

    func open(_ request: CallRequest, takesCommands: Bool) -> any CallStream {
        FailedStream(error: .fault(fault))
    }
}

/// An activation that failed before it began.
private final class FailedStream: CallStream {
    let error: CallError
    let completion: Completion? = nil

    init(error: CallError) {
        self.error = error
    }

    func next() async throws(CallError) -> [UInt8]? { throw error }

    func send(command: [UInt8]) async throws(CallError) { throw error }

    func finishCommands() {}

    func cancel() {}
}
