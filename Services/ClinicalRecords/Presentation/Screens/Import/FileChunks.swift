import Colonnade

/// The bytes of a file that is uploaded, for whoever takes them in: a piece waits until the one before was taken.
struct FileChunks: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = CommandsInterrupted

    /// What comes of an upload.
    fileprivate enum Piece: Sendable {
        case bytes([UInt8])
        case abandoned
    }

    private let pieces: Commands<Piece> = Commands(capacity: 1)

    /// - Throws: CancellationError where the screen was closed.
    func send(_ bytes: [UInt8]) async throws(CancellationError) { try await pieces.send(.bytes(bytes)) }

    /// All bytes have come.
    func end() { pieces.finish() }

    /// The rest does not come.
    func abandon() async throws(CancellationError) {
        try await pieces.send(.abandoned)
        pieces.finish()
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: pieces.makeAsyncIterator()) }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pieces: Commands<Piece>.AsyncIterator

        /// - Throws: where the file was abandoned, or the screen closed.
        mutating func next() async throws(CommandsInterrupted) -> [UInt8]? {
            switch try await pieces.next() {
            case .bytes(let bytes): bytes
            case .abandoned: throw CommandsInterrupted()
            case nil: nil
            }
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(CommandsInterrupted) -> [UInt8]? { try await next() }
    }

    /// Lets go of what comes still, until it ends.
    func drain() async {
        var rest: Commands<Piece>.AsyncIterator = pieces.makeAsyncIterator()
        while (try? await rest.next()) != nil {}
    }
}
