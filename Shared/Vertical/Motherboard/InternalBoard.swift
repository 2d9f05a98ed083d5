public import ColonnadeContract

/// The name and the types of a board that a vertical keeps to itself.
///
/// ```swift
/// extension InternalBoard where Input == Void, Output == Int, Command == Never, Refused == NoRefusal {
///     static var reindex: Self { Self("Maps", "reindex") }
/// }
/// ```
public struct InternalBoard<Input: Sendable, Output: Sendable, Command: Sendable, Refused: Refusal>: Sendable {
    /// What a board does: turns its Input and the caller's commands into outputs.
    public typealias Body = @Sendable (Input, Commands<Command>) -> OutputSequence<Output, Refused>

    /// The board's name; rules are stored under it.
    public let id: BoardID

    /// Names a board; ``registration(_:)`` gives it its body.
    /// - Parameters:
    ///   - interface: the vertical's own interface, `Maps`.
    ///   - board: a name that the vertical uses once.
    public init(_ interface: String, _ board: String) {
        id = BoardID(interface: interface, board: board)
    }

    /// The board with its body, for ``ModulePlugin/internalBoards(on:)``.
    public func registration(_ body: @escaping Body) -> BoardRegistration {
        BoardRegistration(id: id, body: body)
    }
}

/// An internal board with its body.
public struct BoardRegistration: Sendable {
    let id: BoardID
    /// An `InternalBoard<…>.Body`.
    let body: any Sendable
}
