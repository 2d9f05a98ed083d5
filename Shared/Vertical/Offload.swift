import ColonnadeContract
import ColonnadeEventLoop

/// Runs blocking work (files, a database's own calls) off the loop, and returns to it. Other calls continue meanwhile.
///
/// Off a loop it runs in place, because it blocks nobody.
public func offload<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    guard let loop: EventLoop = EventLoop.current else { return try body() }
    return try await loop.offload(body)
}
