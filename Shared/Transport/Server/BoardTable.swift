internal import ColonnadeContract

/// One board that a server serves. A class, because every call looks at one.
final class ServedBoard: Sendable {
    // Called here only: who has a board calls its dispatcher without counting a reference to it.
    private let dispatcher: any Dispatcher
    let interface: String
    let name: String
    /// The provider's number, on the wire.
    let number: UInt16
    let form: OutputForm

    init(dispatcher: any Dispatcher, interface: String, name: String, number: UInt16, form: OutputForm) {
        self.dispatcher = dispatcher
        self.interface = interface
        self.name = name
        self.number = number
        self.form = form
    }

    /// See ``Dispatcher/dispatch(board:body:call:)``.
    func dispatch(_ body: inout WireReader, _ call: ServedActivation) throws(WireError) -> Bool {
        try dispatcher.dispatch(board: number, body: &body, call: call)
    }
}

/// Finds boards by the numbers that a consumer uses: arrays, because every call asks.
struct BoardRoutes: Sendable {
    /// Positions in the table by number, 0 for none, 1 for the first.
    private var vertical: [UInt16] = []
    private var platform: [UInt16] = []

    /// The board's position in the table.
    func position(of number: UInt16) -> Int? {
        let isPlatform: Bool = number >= PlatformBoards.first
        let index: Int = Int(isPlatform ? number - PlatformBoards.first : number)
        let position: UInt16
        if isPlatform {
            guard index < platform.count else { return nil }
            position = platform[index]
        } else {
            guard index < vertical.count else { return nil }
            position = vertical[index]
        }
        return position == 0 ? nil : Int(position) - 1
    }

    mutating func set(_ number: UInt16, to position: Int) {
        if number >= PlatformBoards.first {
            Self.set(&platform, Int(number - PlatformBoards.first), UInt16(position + 1))
        } else {
            Self.set(&vertical, Int(number), UInt16(position + 1))
        }
    }

    private static func set(_ places: inout [UInt16], _ index: Int, _ position: UInt16) {
        while places.count <= index { places.append(0) }
        places[index] = position
    }
}

/// Every board of a server's dispatchers.
struct BoardTable: Sendable {
    let boards: [ServedBoard]

    /// - Precondition: no two boards have the same number.
    init(_ dispatchers: [any Dispatcher]) {
        var boards: [ServedBoard] = []
        var numbers: Set<UInt16> = []
        for dispatcher: any Dispatcher in dispatchers {
            for board: BoardDescriptor in dispatcher.contract.boards {
                guard let number: UInt16 = UInt16(exactly: board.number + UInt32(dispatcher.boardOffset)), board.number > 0 else {
                    preconditionFailure("board \(board.name) of \(dispatcher.contract.name) has the number \(board.number)")
                }
                precondition(numbers.insert(number).inserted, "two boards of one server have the number \(number)")
                boards.append(
                    ServedBoard(
                        dispatcher: dispatcher, interface: dispatcher.contract.name, name: board.name, number: number,
                        form: board.many ? .many : .one))
            }
        }
        self.boards = boards
    }

    /// The ways of a consumer that knows the boards of `interface` by `numbers`, its own to the provider's; nil where they
    /// are the same. The platform's boards have one number everywhere.
    func routes(of interface: String, numbers: [UInt16: UInt16]? = nil) -> BoardRoutes {
        var routes: BoardRoutes = BoardRoutes()
        for (position, board): (Int, ServedBoard) in boards.enumerated() {
            if board.number >= PlatformBoards.first {
                routes.set(board.number, to: position)
            } else if board.interface == interface, numbers == nil {
                routes.set(board.number, to: position)
            }
        }
        for (theirs, ours): (UInt16, UInt16) in numbers ?? [:] where theirs < PlatformBoards.first {
            if let position: Int = boards.firstIndex(where: { $0.interface == interface && $0.number == ours }) {
                routes.set(theirs, to: position)
            }
        }
        return routes
    }
}
