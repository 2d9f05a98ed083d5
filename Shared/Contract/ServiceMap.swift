/// Names a board: the vertical that offers it, and the requirement's name.
public struct BoardID: Hashable, Sendable, CustomStringConvertible {
    /// The interface's name: `ClinicalRecords`; for an internal board, the vertical that keeps it to itself.
    public let interface: String
    public let board: String

    public init(interface: String, board: String) {
        self.interface = interface
        self.board = board
    }

    public var description: String { "\(interface).\(board)" }
}

/// The way to every interface that is linked in: `mainboard.serviceMap.maps.searchPlaces`.
public struct ServiceMap: Sendable {
    public let mainboard: any Mainboard

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
    public let id: BoardID
    public let mainboard: any Mainboard
    /// Activates the board through a channel; a board with one output gives a sequence of one.
    public let open: @Sendable (any Channel, Input, Commands<Command>) -> OutputSequence<Output, Refused>

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

public struct ServiceActivation<Input: Sendable, Output: Sendable, Command: Sendable, Refused: Refusal>: Sendable {
    let service: Service<Input, Output, Command, Refused>

    /// Activates the board; the motherboard's rules see its outputs and its completion.
    @discardableResult
    public func activate(with input: Input) -> Activation<Output, Command, Refused> {
        service.mainboard.activate(service, with: input)
    }
}

extension ServiceActivation where Input == Void {
    @discardableResult
    public func activate() -> Activation<Output, Command, Refused> {
        activate(with: ())
    }
}

/// One running call of a board.
public struct Activation<Output: Sendable, Command: Sendable, Refused: Refusal>: Sendable {
    public let id: BoardID
    /// Goes on talking to the board; a board without commands takes none.
    public let interaction: Commands<Command>
    /// Runs until the activation has ended, and gives how; cancelling it cancels the activation.
    public let task: Task<Result<Completion, CallFailure<Refused>>, Never>

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
