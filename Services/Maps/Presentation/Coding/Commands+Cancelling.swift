import Colonnade

extension Commands.AsyncIterator {
    /// The next command, or nil once the caller has finished. A caller that is gone cancels the board.
    mutating func nextOrCancelled() async throws(CancellationError) -> Command? {
        do {
            return try await next()
        } catch {
            throw CancellationError()
        }
    }
}
