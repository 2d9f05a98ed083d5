import ColonnadeContract
import ColonnadeEventLoop
private import Synchronization

/// The bodies of one vertical's internal boards. Each motherboard has its own table.
final class InternalBoards: Sendable {
    /// An `InternalBoard<…>.Body` for each board, with that board's types.
    private let bodies: Mutex<[BoardID: any Sendable]> = Mutex([:])

    /// Where the boards run.
    private let loop: EventLoop

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// - Precondition: the board is not registered yet.
    func register(_ registration: BoardRegistration) {
        let isNew: Bool = bodies.withLock { $0.updateValue(registration.body, forKey: registration.id) == nil }
        precondition(isNew, "the internal board \(registration.id) is registered twice")
    }

    /// The board's outputs; a failure if no module of the vertical has registered it.
    func outputs<Input, Output, Command, Refused>(
        of board: InternalBoard<Input, Output, Command, Refused>, _ input: Input, _ commands: Commands<Command>
    ) -> OutputSequence<Output, Refused> {
        guard let stored: any Sendable = bodies.withLock({ $0[board.id] }) else {
            return .failing(
                Fault(.unimplemented, "No module of this vertical has registered the internal board \(board.id).", outcome: .notDispatched))
        }
        guard let body = stored as? InternalBoard<Input, Output, Command, Refused>.Body else {
            preconditionFailure("the internal board \(board.id) is used with other types than it was registered with")
        }
        return body(input, commands).produced(on: loop)
    }
}
