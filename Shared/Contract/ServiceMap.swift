/// Names a board: the vertical that offers it, and the requirement's name.
public struct BoardID: Hashable, Sendable, CustomStringConvertible {
    /// The interface's name: `ClinicalRecords`; for an internal board, the vertical that keeps it to itself.
    public let interface: String
    /// The board's name, as the requirement of the protocol is called: `searchPlaces`.
    public let board: String

    /// The name of a board; nothing is looked up.
    public init(interface: String, board: String) {
        self.interface = interface
        self.board = board
    }

    public var description: String { "\(interface).\(board)" }
}

/// The way to every interface that is linked in: `mainboard.serviceMap.maps.searchPlaces`.
public struct ServiceMap: Sendable {
    /// What activates the boards.
    public let mainboard: any Mainboard

    /// The map of what a motherboard can reach; generated extensions add an entry for each interface.
    public init(mainboard: any Mainboard) {
        self.mainboard = mainboard
    }
}

/// What a service map needs of a motherboard.
public protocol Mainboard: Sendable {
    /// The channel to the vertical that offers `interface`.
    func channel(to interface: String) -> any Channel

    /// Activates a board and lets the motherboard's rules see what it emits.
    func activate<Input, Output, Command, Refused>(
        _ service: Service<Input, Output, Command, Refused>, with input: Input
    ) -> Activation<Output, Command, Refused>
}

/// One board of an interface, as a service map names it.
public struct Service<Input: Sendable, Output: Sendable, Command: Sendable, Refused: Refusal>: Sendable {
    /// Which board it is; rules are kept under this name.
    public let id: BoardID
    /// What activates the board.
    public let mainboard: any Mainboard
    /// Activates the board through a channel; a board with one output gives a sequence of one.
    public let open: @Sendable (any Channel, Input, Commands<Command>) -> OutputSequence<Output, Refused>

    /// A board by its name; generated code makes one for each requirement of an interface.
    public init(
        _ id: BoardID, on mainboard: any Mainboard,
        open: @escaping @Sendable (any Channel, Input, Commands<Command>) -> OutputSequence<Output, Refused>
    ) {
        self.id = id
        self.mainboard = mainboard
        self.open = open
    }

    /// The way to activate it: `searchPlaces.activation.activate(with:)`.
    public var activation: ServiceActivation<Input, Output, Command, Refused> { ServiceActivation(service: self) }
}

/// The way to activate one board, any number of times.
public struct ServiceActivation<Input: Sendable, Output: Sendable, Command: Sendable, Refused: Refusal>: Sendable {
    let service: Service<Input, Output, Command, Refused>

    /// Activates the board; the motherboard's rules see its outputs and its completion.
    @discardableResult
    public func activate(with input: Input) -> Activation<Output, Command, Refused> {
        service.mainboard.activate(service, with: input)
    }
}

extension ServiceActivation where Input == Void {
    /// Activates a board that takes no Input; the motherboard's rules see its outputs and its completion.
    @discardableResult
    public func activate() -> Activation<Output, Command, Refused> {
        activate(with: ())
    }
}

/// One running call of a board.
public struct Activation<Output: Sendable, Command: Sendable, Refused: Refusal>: Sendable {
    /// The board that runs.
    public let id: BoardID
    /// Goes on talking to the board; a board without commands takes none.
    public let interaction: Commands<Command>
    /// Runs until the activation has ended, and gives how; cancelling it cancels the activation.
    public let task: Task<Result<Completion, CallFailure<Refused>>, Never>

    /// An activation around the task that runs it.
    public init(
        id: BoardID, interaction: Commands<Command>, task: Task<Result<Completion, CallFailure<Refused>>, Never>
    ) {
        self.id = id
        self.interaction = interaction
        self.task = task
    }

    /// Waits for the end.
    public func completion() async throws(CallFailure<Refused>) -> Completion {
        try await task.value.get()
    }
}
