public import ColonnadeContract

/// The name and the types of a board that a vertical keeps to itself.
///
/// ```swift
/// extension InternalBoard where Input == Void, Output == Int, Command == Never, Refused == NoRefusal {
///     static var reindex: Self { Self("Maps", "reindex") }
/// }
/// ```
public struct InternalBoard<Input: Sendable, Output: Sendable, Command: Sendable, Refused: Refusal>: Sendable {
    /// What a board does: from its Input and what the caller goes on saying to its outputs.
    public typealias Body = @Sendable (Input, Commands<Command>) -> OutputSequence<Output, Refused>

    /// The board's name, under which rules are kept.
    public let id: BoardID

    /// Names a board; what it does is said by ``registration(_:)``.
    /// - Parameters:
    ///   - interface: the vertical's own interface, `Maps`.
    ///   - board: a name that the vertical uses once.
    public init(_ interface: String, _ board: String) {
        id = BoardID(interface: interface, board: board)
    }

    /// The board with what it does, for ``ModulePlugin/internalBoards(on:)``.
    public func registration(_ body: @escaping Body) -> BoardRegistration {
        BoardRegistration(id: id, body: body)
    }
}

/// An internal board with what it does.
public struct BoardRegistration: Sendable {
    let id: BoardID
    /// An `InternalBoard<…>.Body`.
    let body: any Sendable
}
