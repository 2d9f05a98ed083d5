public import ColonnadeContract
import ColonnadeEventLoop
internal import ColonnadeTransport
public import ColonnadeWorld
import Logging
private import Synchronization

/// Finds boards by their ``BoardID``, activates them, and applies the rules and the barriers. Each vertical has its own, which reaches
/// what the vertical declares, even where several verticals share a process.
///
/// Any thread may use it. Rules run on the launcher's loop, and rules and boards in the world that the launcher configured.
public final class Motherboard: Mainboard {
    /// The world that was configured when the launcher was initialized.
    public let world: World

    /// Whose motherboard this is.
    let vertical: String
    let loop: EventLoop
    let limits: Limits
    let tracer: Tracer
    let barriers: Barriers
    let internalBoards: InternalBoards
    let log: Logger
    private let book: RuleBook = RuleBook()
    private let channels: Mutex<[String: any Channel]> = Mutex([:])

    /// - Parameters:
    ///   - offers: the interfaces that the vertical serves, which barriers can guard.
    ///   - tracer: keeps the vertical's spans.
    init(
        vertical: String, offers: [ContractDescriptor] = [], world: World, loop: EventLoop, limits: Limits = Limits(),
        tracer: Tracer, log: Logger
    ) {
        self.vertical = vertical
        self.world = world
        self.loop = loop
        self.limits = limits
        self.tracer = tracer
        self.log = log
        barriers = Barriers(vertical: vertical, offers: offers)
        internalBoards = InternalBoards(loop: loop)
    }

    /// Access to the boards of every linked interface: `serviceMap.maps.searchPlaces.activation.activate(with:)`.
    public var serviceMap: ServiceMap { ServiceMap(mainboard: self) }

    /// The channel to the vertical that offers `interface`. If the vertical's launcher plugin does not declare that interface in `uses`,
    /// every call on the channel fails with `undeclared`.
    public func channel(to interface: String) -> any Channel {
        channels.withLock { $0[interface] } ?? UnreachableChannel.undeclared(interface, by: vertical)
    }

    /// Activates a board; its rules see its outputs and its completion. Passes the barrier first that the vertical has installed before
    /// the board.
    @discardableResult
    public func activate<Input, Output, Command, Refused>(
        _ service: Service<Input, Output, Command, Refused>, with input: Input
    ) -> Activation<Output, Command, Refused> {
        let commands: Commands<Command> = Commands()
        let run: BoardRun<Output, Command, Refused> = run(of: service.id, commands)
        let channel: any Channel = channel(to: service.id.interface)
        let line: BarrierLine? = barriers.line(before: service.id)
        let visitor: BarrierVisitor = BarrierVisitor(consumer: vertical, metadata: .current, bytes: 0)
        let task: Task<Result<Completion, CallFailure<Refused>>, Never> = Task(executorPreference: loop) { [world] in
            await world.bind {
                if let fault: Fault = await line?.pass(visitor) { return await run.outputs(.failing(fault)) }
                return await run.outputs(service.open(channel, input, commands))
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

    /// Activates an internal board of this vertical. If none of its modules has registered the board, the activation fails with
    /// `unimplemented`: other verticals' internal boards are out of reach, even in the same process.
    public func activation<Input, Output, Command, Refused>(
        of board: InternalBoard<Input, Output, Command, Refused>
    ) -> ServiceActivation<Input, Output, Command, Refused> {
        Service<Input, Output, Command, Refused>(board.id, on: self) { [internalBoards] _, input, commands in
            internalBoards.outputs(of: board, input, commands)
        }.activation
    }

    /// One activation with the rules as they are now.
    func run<Output, Command, Refused>(of board: BoardID, _ commands: Commands<Command>) -> BoardRun<Output, Command, Refused> {
        BoardRun(board: board, rules: book.rules(of: board), interaction: commands, log: log)
    }

    func connect(_ interface: String, by channel: any Channel) {
        channels.withLock { $0[interface] = channel }
    }

    /// Closes the barriers for good, and ends the work of their gates.
    func stopBarriers() {
        if loop.isCurrent { barriers.stop() } else { loop.execute { [barriers] in barriers.stop() } }
    }

    /// Closes the channels to other verticals.
    func disconnect() {
        let channels: [any Channel] = channels.withLock { channels in channels.sorted { $0.key < $1.key }.map(\.value) }
        for case let connector as Connector in channels { connector.close() }
    }
}

extension OutputSequence {
    /// No outputs, but a failure that keeps its delivery outcome.
    static func failing(_ fault: Fault) -> Self {
        Self(one: { () async throws(Failure) -> Element in throw Failure(fault) })
    }
}
