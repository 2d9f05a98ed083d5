internal import ColonnadeContract

/// A board that a server serves. A class, because every call uses one.
final class ServedBoard: Sendable {
    let interface: String
    let name: String
    /// The provider's number for it, on the wire.
    let number: UInt16
    let form: OutputForm
    /// Whether every daemon has it: such a board is not the vertical's work.
    var isPlatforms: Bool { number >= PlatformBoards.first }
    // Called here only: callers reach the dispatcher through the board without counting a reference to it.
    private let dispatcher: any Dispatcher

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

/// Maps a consumer's board numbers to boards: arrays, because every call looks one up.
struct BoardRoutes: Sendable {
    enum Route: Equatable {
        /// The board's position in the table.
        case board(Int)
        /// The provider has such a board, but the consumer has not declared that it uses it.
        case undeclared
        case unknown
    }

    /// Numbers below this have places in an array.
    private static let dense: UInt16 = 1_024
    /// Marks a board that the edge does not give.
    private static let undeclared: UInt16 = .max

    /// Positions in the table, plus one, by number; 0 for none.
    private var vertical: [UInt16] = []
    private var platform: [UInt16] = []
    /// The same for numbers that a consumer has chosen far from the others': an array as long as those would cost every connection.
    private var distant: [UInt16: UInt16] = [:]

    /// Routes an ACTIVATE with this number.
    func route(of number: UInt16) -> Route {
        let isPlatform: Bool = number >= PlatformBoards.first
        let index: Int = Int(isPlatform ? number - PlatformBoards.first : number)
        let position: UInt16
        if isPlatform {
            guard index < platform.count else { return .unknown }
            position = platform[index]
        } else {
            if index < vertical.count {
                position = vertical[index]
            } else {
                guard let found: UInt16 = distant[number] else { return .unknown }
                position = found
            }
        }
        return switch position {
        case 0: .unknown
        case Self.undeclared: .undeclared
        default: .board(Int(position) - 1)
        }
    }

    /// - Parameter position: nil for a board that the edge does not give.
    mutating func set(_ number: UInt16, to position: Int?) {
        let value: UInt16 = position.map { UInt16($0 + 1) } ?? Self.undeclared
        if number >= PlatformBoards.first {
            Self.set(&platform, Int(number - PlatformBoards.first), value)
        } else if number < Self.dense {
            Self.set(&vertical, Int(number), value)
        } else {
            distant[number] = value
        }
    }

    private static func set(_ places: inout [UInt16], _ index: Int, _ position: UInt16) {
        while places.count <= index { places.append(0) }
        places[index] = position
    }
}

/// All boards of a server's dispatchers.
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

    /// The routes of a consumer of `interface`. `numbers` maps its board numbers to the provider's; nil if they are the same. The
    /// platform's boards have the same number everywhere and are for everybody.
    /// - Parameter declared: the boards that the edge gives; nil for all.
    func routes(of interface: String, numbers: [UInt16: UInt16]? = nil, declared: Set<BoardID>? = nil) -> BoardRoutes {
        var routes: BoardRoutes = BoardRoutes()
        let given: (Int) -> Int? = { position in
            let board: ServedBoard = boards[position]
            return declared?.contains(BoardID(interface: board.interface, board: board.name)) == false ? nil : position
        }
        for (position, board): (Int, ServedBoard) in boards.enumerated() {
            if board.number >= PlatformBoards.first {
                routes.set(board.number, to: position)
            } else if board.interface == interface, numbers == nil {
                routes.set(board.number, to: given(position))
            }
        }
        for (theirs, ours): (UInt16, UInt16) in numbers ?? [:] where theirs < PlatformBoards.first {
            if let position: Int = boards.firstIndex(where: { $0.interface == interface && $0.number == ours }) {
                routes.set(theirs, to: given(position))
            }
        }
        return routes
    }
}
