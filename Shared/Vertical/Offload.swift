import ColonnadeContract
import ColonnadeEventLoop

/// Runs work that blocks (files, a database's own calls) off the loop, and comes back to it. Other calls go on meanwhile.
///
/// Away from a loop it runs in place: there is nobody to hold up.
public func offload<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    guard let loop: EventLoop = EventLoop.current else { return try body() }
    return try await loop.offload(body)
}
