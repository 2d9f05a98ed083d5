import ColonnadeContract
import ColonnadeEventLoop
internal import ColonnadeTransport
import ColonnadeWire
private import Synchronization

/// All gateway barriers of one vertical, by the boards that they stand before.
final class Barriers: Sendable {
    let vertical: String
    private let offers: [ContractDescriptor]
    private let state: Mutex<State> = Mutex(State())

    private struct State {
        var gates: [BoardID: LoopReference<Gate>] = [:]
        var lines: [BoardID: BarrierLine] = [:]
        /// The vertical's boards are being served: a barrier installed now would come too late for them.
        var isServed: Bool = false
    }

    init(vertical: String, offers: [ContractDescriptor]) {
        self.vertical = vertical
        self.offers = offers
    }

    /// The gates before a board; nil where there are none.
    func line(before board: BoardID) -> BarrierLine? {
        state.withLock { $0.lines[board] }
    }

    /// What stands before the boards that the vertical offers, for its server.
    func serve() -> [BoardID: any BoardBarrier] {
        state.withLock { state in
            state.isServed = true
            return state.lines.filter { own.contains($0.key) }
        }
    }

    /// - Precondition: a gate is installed once, and before the boards that it guards are served.
    func install(_ gate: Gate, for scope: BarrierScope, on loop: EventLoop) {
        let boards: [BoardID] = boards(in: scope)
        let id: BoardID = gate.board.id
        let reference: LoopReference<Gate> = LoopReference(gate, loop: loop)
        precondition(!boards.contains(id), "the gate \(id) would wait for itself")
        let problem: String? = state.withLock { state in
            guard state.gates[id] == nil else { return "the gate \(id) is installed twice" }
            guard !state.isServed || own.isDisjoint(with: boards) else { return "the gate \(id) is installed when its boards are served" }
            state.gates[id] = reference
            for board: BoardID in boards {
                state.lines[board] = BarrierLine(vertical: vertical, gates: (state.lines[board]?.gates ?? []) + [reference])
            }
            return nil
        }
        precondition(problem == nil, problem ?? "")
    }

    /// The gate of a board; nil where it is none.
    func gate(_ board: BoardID) -> LoopReference<Gate>? {
        state.withLock { $0.gates[board] }
    }

    /// Ends what runs, and admits nobody from then on. On the loop.
    func stop() {
        for gate: LoopReference<Gate> in state.withLock({ Array($0.gates.values) }) { gate.value.stop() }
    }

    private func boards(in scope: BarrierScope) -> [BoardID] {
        switch scope {
        case .all: Array(own)
        case .boards(let boards): boards
        }
    }

    private var own: Set<BoardID> {
        Set(offers.flatMap { contract in contract.boards.map { BoardID(interface: contract.name, board: $0.name) } })
    }
}
