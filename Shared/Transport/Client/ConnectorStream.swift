internal import ColonnadeContract
internal import ColonnadeEventLoop
private import Synchronization

/// One activation with many outputs, as held by the iterating caller. Releasing it cancels the activation.
final class ConnectorStream: CallStream {
    private let connector: Connector
    private let call: ClientCall
    private let inbox: OutputInbox
    private let isBegun: Atomic<Bool> = Atomic(false)
    private let lastCommand: Atomic<UInt64> = Atomic(0)

    init(connector: Connector, call: ClientCall, inbox: OutputInbox) {
        self.connector = connector
        self.call = call
        self.inbox = inbox
    }

    deinit {
        cancel()
    }

    var completion: Completion? { inbox.completion }

    func next() async throws(CallError) -> [UInt8]? {
        begin()
        while true {
            if Task.isCancelled { cancel() }
            switch inbox.take() {
            case .output(let output, let grant):
                if grant > 0 { connector.onLoop { [call] in $0.grantOutputs(of: call, grant) } }
                return output
            case .end(.failed(let fault)): throw .fault(fault)
            case .end(.refused(let refusal)): throw .refused(refusal)
            case .end: return nil
            case .wait:
                await withTaskCancellationHandler {
                    await inbox.wait()
                } onCancel: {
                    cancel()
                }
            }
        }
    }

    func ready() -> [UInt8]? {
        // A cancelled caller is told by `next()`, and so is one that has not begun.
        Task.isCancelled ? nil : inbox.ready()
    }

    func rest(until wake: @escaping @Sendable () -> Void) -> Bool {
        begin()
        return !Task.isCancelled && inbox.rest(until: wake)
    }

    func recycle(_ buffer: consuming [UInt8]) {
        connector.recycle(buffer)
    }

    private func begin() {
        guard !isBegun.exchange(true, ordering: .relaxed) else { return }
        connector.onLoop { [call] in $0.submit(call, nil, isWatched: true) }
    }

    func send(command: [UInt8]) async throws(CallError) {
        let id: UInt64 = lastCommand.wrappingAdd(1, ordering: .relaxed).newValue
        let error: CallError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                connector.onLoop { [call] in $0.send(command, id: id, of: call, continuation) }
            }
        } onCancel: {
            connector.onLoop { [call] _ in call.outbox?.cancel(id) }
        }
        if let error { throw error }
    }

    func finishCommands() {
        connector.onLoop { [call] in $0.finishCommands(of: call) }
    }

    func cancel() {
        guard !inbox.hasEnded else { return }
        connector.onLoop { [call] in $0.cancel(call) }
    }
}
