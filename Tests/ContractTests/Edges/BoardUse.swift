/// One board that one vertical calls of another.
struct BoardUse: Hashable, Sendable, CustomStringConvertible {
    let consumer: String
    let provider: String
    let board: String

    init(_ consumer: String, _ provider: String, _ board: String) {
        self.consumer = consumer
        self.provider = provider
        self.board = board
    }

    var description: String { "\(consumer) → \(provider).\(board)" }
}
