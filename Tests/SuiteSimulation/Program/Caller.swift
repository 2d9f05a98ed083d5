import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import FoundationEssentials

/// Somebody outside of the suite who calls its verticals by sockets of their own.
struct Caller: Sendable {
    /// How long a call may take.
    static let patience: Duration = .seconds(20)

    let name: String
    let suite: SuiteSurroundings

    /// The way to a vertical.
    func channel(to provider: String, _ contract: ContractDescriptor) -> any Channel {
        guard let socket: HeldSocket = suite.socket(from: name, to: provider) else {
            preconditionFailure("\(name) has no way to \(provider)")
        }
        return Connector(consumer: name, provider: provider, contract: contract, dialer: socket, loop: suite.loop, instance: name)
    }

    /// Calls within what a caller waits for.
    func with<Value: Sendable>(
        session: String?, deadline: Duration? = patience, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let until: UInt64? = deadline.map { (suite.loop.now + $0).nanoseconds }
        return try await CallMetadata.$current.withValue(CallMetadata(deadline: until, session: session)) { try await body() }
    }

    func pause(_ duration: Duration) async { try? await suite.loop.sleep(for: duration) }
}
