import ColonnadeContract
import ColonnadeEventLoop
internal import ColonnadeTransport

/// The gates before one board. Callers pass them one after the other, in the order of installation.
struct BarrierLine: BoardBarrier {
    /// The vertical that the gates belong to. Its own calls have already waited at its motherboard.
    let vertical: String
    let gates: [LoopReference<Gate>]

    func isOpen(for consumer: String?) -> Bool {
        consumer == vertical || gates.allSatisfy { $0.value.isOpen(for: consumer) }
    }

    func admit(_ visitor: BarrierVisitor, decide: @escaping (Fault?) -> Void) -> BarrierVerdict {
        let crossing: BarrierCrossing = BarrierCrossing(gates: gates.map(\.value), visitor: visitor, decide: decide)
        return crossing.goOn()
    }

    /// Waits until this task may go on; on the loop.
    /// - Returns: why it may not; nil where it may.
    func pass(_ visitor: BarrierVisitor) async -> Fault? {
        let foreign: BarrierLine = BarrierLine(vertical: vertical, gates: gates.filter { !GateBoard.running.contains($0.value.board.id) })
        guard let loop: EventLoop = foreign.gates.first?.loop, !foreign.gates.allSatisfy({ $0.value.isOpen(for: visitor.consumer) }) else {
            return nil
        }
        let waiting: LoopReference<WaitingTask> = LoopReference(WaitingTask(), loop: loop)
        return await withTaskCancellationHandler {
            await LoopContinuation<Fault?>.wait { waiting.value.start(foreign, visitor, $0) }
        } onCancel: {
            loop.execute { waiting.value.cancel() }
        }
    }
}

/// One caller on its way through the gates before a board.
final class BarrierCrossing: BarrierPlace {
    private let gates: [Gate]
    private let visitor: BarrierVisitor
    private let decide: (Fault?) -> Void
    private var position: Int = 0
    private var ticket: UInt64?

    init(gates: [Gate], visitor: BarrierVisitor, decide: @escaping (Fault?) -> Void) {
        self.gates = gates
        self.visitor = visitor
        self.decide = decide
    }

    func goOn() -> BarrierVerdict {
        while position < gates.count {
            let gate: Gate = gates[position]
            if !gate.isOpen(for: visitor.consumer) {
                switch gate.arrive(visitor, { self.decided($0) }) {
                case .pass: break
                case .fail(let fault): return .fail(fault)
                case .wait(let ticket):
                    self.ticket = ticket
                    return .wait(self)
                }
            }
            position += 1
        }
        return .pass
    }

    func leave() {
        guard let ticket else { return }
        self.ticket = nil
        gates[position].leave(ticket)
    }

    private func decided(_ fault: Fault?) {
        ticket = nil
        if let fault { return decide(fault) }
        position += 1
        switch goOn() {
        case .pass: decide(nil)
        case .fail(let fault): decide(fault)
        case .wait: break
        }
    }
}

/// A task that waits at a barrier, in the consumer's process.
private final class WaitingTask {
    private var continuation: LoopContinuation<Fault?>?
    private var place: (any BarrierPlace)?
    private var isCancelled: Bool = false

    func start(_ line: BarrierLine, _ visitor: BarrierVisitor, _ continuation: LoopContinuation<Fault?>) {
        guard !isCancelled else { return continuation.resume(returning: Self.cancelled) }
        switch line.admit(visitor, decide: { self.end($0) }) {
        case .pass: continuation.resume(returning: nil)
        case .fail(let fault): continuation.resume(returning: fault)
        case .wait(let place):
            self.place = place
            self.continuation = continuation
        }
    }

    func cancel() {
        isCancelled = true
        place?.leave()
        end(Self.cancelled)
    }

    private func end(_ fault: Fault?) {
        place = nil
        continuation.take()?.resume(returning: fault)
    }

    private static var cancelled: Fault {
        Fault(.cancelled, "The call was cancelled while it waited at a barrier.", outcome: .notDispatched)
    }
}
