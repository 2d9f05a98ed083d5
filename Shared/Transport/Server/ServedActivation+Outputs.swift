internal import ColonnadeContract
internal import ColonnadeEventLoop
private import Synchronization

/// The result of one attempt to send an output.
enum EmitOutcome: Sendable {
    case sent
    /// There was no room, and now there may be some.
    case again
    case ended
}

/// Sending outputs, from any thread.
extension ServedActivation: OutputSink {
    func emit(_ output: [UInt8]) async throws(CancellationError) {
        if loop.isCurrent {
            switch connection.emit(self, output) {
            case .sent: return
            case .ended: throw CancellationError()
            case .again: break
            }
        }
        while try await wait({ $0.emit(self, output, orWait: $1, unless: $2.isSet) }) != .sent {}
    }

    func room<Message: WireMessage>(for message: Message) async throws(CancellationError) -> Bool {
        guard loop.isCurrent else { return false }
        // Encoded to be counted, once while it waits.
        let bytes: Int = reserved.purpose == .outputInHand ? 0 : message.encoded().count
        _ = try await wait { $0.awaitRoom(for: self, bytes, $1, unless: $2.isSet) }
        return true
    }

    /// Tries on the loop, or waits there.
    private func wait(
        _ attempt: @escaping @Sendable (ServerConnection, Waiter, CancellationMark) -> Void
    ) async throws(CancellationError) -> EmitOutcome {
        let mark: CancellationMark = CancellationMark()
        let outcome: EmitOutcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in onLoop { attempt($0, waiter, mark) } }
        } onCancel: {
            // Set first: a waiter that reaches the loop after the wake-up must not stay.
            mark.set()
            onLoop { _ in self.wake() }
        }
        if outcome == .ended || outcome == .again && Task.isCancelled { throw CancellationError() }
        return outcome
    }

    func offer<Message: WireMessage>(_ message: Message) -> Bool {
        loop.isCurrent && connection.offer(message, of: self)
    }

    func offer(encoded output: [UInt8]) -> Bool {
        loop.isCurrent && connection.offer(encoded: output, of: self)
    }

    func output<Message: WireMessage>(_ message: Message) -> Reply {
        guard loop.isCurrent else { return .output(message.encoded()) }
        connection.write(message, of: self)
        return .sent
    }
}

/// Tells the loop that a task was cancelled, which only the task itself can see.
private final class CancellationMark: Sendable {
    private let flag: Atomic<Bool> = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() {
        flag.store(true, ordering: .releasing)
    }
}
