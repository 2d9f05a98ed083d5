public import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
public import ColonnadeWorld
import Logging
private import Synchronization

/// Finds boards by their ``BoardID``, activates them, and applies the rules. One for a launcher.
///
/// Any thread may use it. Rules run on the launcher's loop, and rules and boards in the world that the launcher configured.
public final class Motherboard: Mainboard {
    /// The world that was configured when the launcher was initialized.
    public let world: World

    let loop: EventLoop
    private let log: Logger
    private let book: RuleBook = RuleBook()
    private let state: Mutex<State> = Mutex(State())

    private struct State {
        var channels: [String: any Channel] = [:]
        var internalBoards: [BoardID: any Sendable] = [:]
    }

    init(world: World, loop: EventLoop, log: Logger) {
        self.world = world
        self.loop = loop
        self.log = log
    }

    /// The way to the boards of every interface that is linked in: `serviceMap.maps.searchPlaces.activation.activate(with:)`.
    public var serviceMap: ServiceMap { ServiceMap(mainboard: self) }

    /// The channel to the vertical that offers `interface`. Where no launcher plugin declares that it uses it, every call
    /// of the channel fails with `undeclared`.
    public func channel(to interface: String) -> any Channel {
        state.withLock { $0.channels[interface] } ?? UnreachableChannel.undeclared(interface)
    }

    /// Activates a board; the rules for it see its outputs and its completion.
    @discardableResult
    public func activate<Input, Output, Command, Refused>(
        _ service: Service<Input, Output, Command, Refused>, with input: Input
    ) -> Activation<Output, Command, Refused> {
        let commands: Commands<Command> = Commands()
        let rules: RuleSet<Output, Command, Refused> = book.rules(of: service.id)
        let run: BoardRun<Output, Command, Refused> = BoardRun(board: service.id, rules: rules, interaction: commands, log: log)
        let channel: any Channel = channel(to: service.id.interface)
        let task: Task<Result<Completion, CallFailure<Refused>>, Never> = Task(executorPreference: loop) { [world] in
            await world.bind {
                await run.outputs(service.open(channel, input, commands))
            }
        }
        return Activation(id: service.id, interaction: commands, task: task)
    }

    /// The rules for a board of an interface.
    public func when<Input, Output, Command, Refused>(
        _ service: Service<Input, Output, Command, Refused>
    ) -> Rules<Output, Command, Refused> {
        Rules(board: service.id, book: book)
    }

    /// The rules for an internal board.
    public func when<Input, Output, Command, Refused>(
        _ board: InternalBoard<Input, Output, Command, Refused>
    ) -> Rules<Output, Command, Refused> {
        Rules(board: board.id, book: book)
    }

    /// The way to activate an internal board. Where no module has registered it, the activation fails with `unimplemented`.
    public func activation<Input, Output, Command, Refused>(
        of board: InternalBoard<Input, Output, Command, Refused>
    ) -> ServiceActivation<Input, Output, Command, Refused> {
        let body: InternalBoard<Input, Output, Command, Refused>.Body? = body(of: board)
        return Service<Input, Output, Command, Refused>(board.id, on: self) { _, input, commands in
            if let body { return body(input, commands) }
            return OutputSequence { _ in
                throw Fault(.unimplemented, "No module has registered the internal board \(board.id).", outcome: .notDispatched)
            }
        }.activation
    }

    func connect(_ interface: String, by channel: any Channel) {
        state.withLock { $0.channels[interface] = channel }
    }

    /// Closes the ways to other verticals.
    func disconnect() {
        for case let connector as Connector in state.withLock({ Array($0.channels.values) }) { connector.close() }
    }

    func register(_ registration: BoardRegistration) {
        let isNew: Bool = state.withLock { $0.internalBoards.updateValue(registration.body, forKey: registration.id) == nil }
        precondition(isNew, "the internal board \(registration.id) is registered twice")
    }

    private func body<Input, Output, Command, Refused>(
        of board: InternalBoard<Input, Output, Command, Refused>
    ) -> InternalBoard<Input, Output, Command, Refused>.Body? {
        guard let stored: any Sendable = state.withLock({ $0.internalBoards[board.id] }) else { return nil }
        guard let body = stored as? InternalBoard<Input, Output, Command, Refused>.Body else {
            preconditionFailure("the internal board \(board.id) is used with other types than it was registered with")
        }
        return body
    }
}
