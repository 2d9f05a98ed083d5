internal import ColonnadeContract

/// One board that a server serves.
struct ServedBoard: Sendable {
    let dispatcher: any Dispatcher
    let interface: String
    let name: String
    /// The provider's number.
    let number: UInt16
    let form: OutputForm
    let takesCommands: Bool
}

/// Finds boards by the numbers that a consumer uses: an array, because every call asks.
struct BoardRoutes: Sendable {
    /// From here on the numbers are the platform's, and the same everywhere.
    static let firstOfPlatform: Int = 65_280

    /// Positions in the table by number, 0 for none, 1 for the first.
    private var low: [UInt16] = []
    private var platform: [UInt16] = []

    /// The board's position in the table.
    func position(of number: UInt16) -> Int? {
        let number: Int = Int(number)
        let position: UInt16
        if number >= Self.firstOfPlatform {
            guard number - Self.firstOfPlatform < platform.count else { return nil }
            position = platform[number - Self.firstOfPlatform]
        } else {
            guard number < low.count else { return nil }
            position = low[number]
        }
        return position == 0 ? nil : Int(position) - 1
    }

    mutating func set(_ number: UInt16, to position: Int) {
        let number: Int = Int(number)
        if number >= Self.firstOfPlatform {
            Self.set(&platform, number - Self.firstOfPlatform, UInt16(position + 1))
        } else {
            Self.set(&low, number, UInt16(position + 1))
        }
    }

    /// The same boards under a consumer's numbers; the platform's stay.
    func renumbered(_ numbers: [UInt16: UInt16]) -> BoardRoutes {
        var routes: BoardRoutes = BoardRoutes()
        routes.platform = platform
        for (theirs, ours): (UInt16, UInt16) in numbers where Int(theirs) < Self.firstOfPlatform {
            if let position: Int = position(of: ours) { routes.set(theirs, to: position) }
        }
        return routes
    }

    private static func set(_ places: inout [UInt16], _ index: Int, _ position: UInt16) {
        while places.count <= index { places.append(0) }
        places[index] = position
    }
}

/// Every board of a server's dispatchers.
struct BoardTable: Sendable {
    let boards: [ServedBoard]
    /// The routes of a consumer that has the same contract.
    let routes: BoardRoutes

    /// - Precondition: no two boards have the same number.
    init(_ dispatchers: [any Dispatcher]) {
        var boards: [ServedBoard] = []
        var routes: BoardRoutes = BoardRoutes()
        for dispatcher: any Dispatcher in dispatchers {
            for board: BoardDescriptor in dispatcher.contract.boards {
                guard let number: UInt16 = UInt16(exactly: board.number), number > 0 else {
                    preconditionFailure("board \(board.name) of \(dispatcher.contract.name) has the number \(board.number)")
                }
                precondition(routes.position(of: number) == nil, "two boards of one server have the number \(number)")
                routes.set(number, to: boards.count)
                boards.append(
                    ServedBoard(
                        dispatcher: dispatcher, interface: dispatcher.contract.name, name: board.name, number: number,
                        form: board.many ? .many : .one, takesCommands: board.command != nil))
            }
        }
        self.boards = boards
        self.routes = routes
    }
}
