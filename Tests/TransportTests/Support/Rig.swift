import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import FoundationEssentials

/// What carries a test's bytes.
enum Carrier: String, CaseIterable, Sendable {
    case memory
    case unix
}

/// Two loops, a place to meet, and what a test puts on either side.
final class Rig: Sendable {
    let carrier: Carrier
    let consumerLoop: EventLoop = EventLoop(name: "consumer")
    let providerLoop: EventLoop = EventLoop(name: "provider")
    let endpoint: MemoryEndpoint
    let path: String

    init(_ carrier: Carrier, course: @escaping MemoryEndpoint.Course = { _ in (MemoryPlan(), MemoryPlan()) }) {
        self.carrier = carrier
        endpoint = MemoryEndpoint(course: course)
        path = "\(FileManager.default.temporaryDirectory.path)/colonnade-test-\(UUID().uuidString.prefix(13)).sock"
    }

    var dialer: any Dialer { carrier == .memory ? endpoint : UnixDialer(path: path) }

    /// Listens at the meeting place.
    func acceptor() async throws -> any Acceptor {
        guard carrier == .unix else { return endpoint.listen(on: providerLoop) }
        let (path, loop): (String, EventLoop) = (path, providerLoop)
        return try await loop.run {
            try? FileManager.default.removeItem(atPath: path)
            return UnixAcceptor(try UnixListener.bind(path: path, loop: loop))
        }
    }

    func server(
        _ echo: ScriptedEcho = ScriptedEcho(), limits: Limits = .patient, consumer: String? = nil, provider: String = "echo",
        scope: ServerConfiguration.Scope? = nil
    ) async throws -> Server {
        let configuration: ServerConfiguration = ServerConfiguration(
            provider: provider, generation: 3, dispatchers: [EchoDispatcher(echo)], limits: limits, scope: scope)
        let server: Server = Server(configuration: configuration, loop: providerLoop)
        server.serve(acceptor: try await acceptor(), consumer: consumer)
        return server
    }

    func connector(
        consumer: String = "tester", contract: ContractDescriptor = EchoContract.descriptor, limits: Limits = .patient,
        witness: CrashWitness? = nil
    ) -> Connector {
        Connector(
            consumer: consumer, provider: "echo", contract: contract, dialer: dialer, loop: consumerLoop, limits: limits,
            witness: witness, instance: "test")
    }

    func client(limits: Limits = .patient) -> EchoClient {
        EchoClient(connector(limits: limits))
    }

    /// A consumer made of bytes.
    func rawConsumer() async throws -> RawPeer {
        let (dialer, loop): (any Dialer, EventLoop) = (dialer, consumerLoop)
        return try await loop.run { RawPeer(try dialer.dial(on: loop)) }
    }

    /// A provider made of bytes: gives each connection.
    func rawProvider() async throws -> EventQueue<RawPeer> {
        let peers: EventQueue<RawPeer> = EventQueue(loop: providerLoop)
        let (acceptor, loop): (any Acceptor, EventLoop) = (try await acceptor(), providerLoop)
        try await loop.run { try acceptor.start { peers.add(RawPeer($0)) } }
        return peers
    }

    func shutdown() {
        consumerLoop.shutdown()
        providerLoop.shutdown()
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// Runs a test with a rig of its own, on the test's thread.
func withRig(
    _ carrier: Carrier, course: @escaping MemoryEndpoint.Course = { _ in (MemoryPlan(), MemoryPlan()) },
    _ body: (Rig) async throws -> Void
) async throws {
    let rig: Rig = Rig(carrier, course: course)
    defer { rig.shutdown() }
    try await body(rig)
}

extension EventLoop {
    /// Runs a body on the loop, and gives what it gives.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            execute { continuation.resume(returning: Result { try body() }) }
        }
        return try result.get()
    }
}

extension Limits {
    /// For a machine that is busy with other things: nobody's time runs out unless a test wants it.
    static var patient: Limits {
        var limits: Limits = Limits()
        limits.handshakeSeconds = 60
        limits.patienceSeconds = 120
        limits.drainPongSeconds = 60
        return limits
    }
}
