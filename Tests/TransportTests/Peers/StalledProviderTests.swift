import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Synchronization
import Testing

/// What happens to calls whose provider stood still before WELCOME, and came to when its consumer had given the connection up.
@Suite("A provider that stands still", .timeLimit(.minutes(2)))
struct StalledProviderTests {
    /// How often each call's handler was started.
    private final class Ledger: Sendable {
        private let runs: Mutex<[Int: Int]> = Mutex([:])

        func note(_ call: Int) {
            runs.withLock { $0[call, default: 0] += 1 }
        }

        var all: [Int: Int] { runs.withLock { $0 } }
    }

    private static let handshake: Int = 1

    private var hasty: Limits {
        var limits: Limits = .patient
        limits.handshakeSeconds = Self.handshake
        return limits
    }

    /// Has the provider's loop stand still until the consumer's has given a connection up, which it does before this timer of the same loop.
    private func stall(_ rig: Rig) {
        let gate: StandStill = StandStill()
        rig.providerLoop.execute { gate.waitUntilOpen() }
        rig.consumerLoop.schedule(after: .milliseconds(Self.handshake * 1000 + 400)) { gate.open() }
    }

    @Test("What waits in the kernel when the connection is given up runs once")
    func manySmallCalls() async throws {
        try await withRig(.unix) { rig in
            let ledger: Ledger = Ledger()
            var echo: ScriptedEcho = ScriptedEcho()
            echo.onPause = { input in
                ledger.note(input.bytes)
                return EchoPayload(bytes: [])
            }
            let server: Server = try await rig.server(echo)
            stall(rig)
            let client: EchoClient = rig.client(limits: hasty)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for call: Int in 0..<300 {
                    group.addTask { _ = try await client.pause(PauseRequest(duration: .zero, bytes: call)) }
                }
                try await group.waitForAll()
            }
            #expect(ledger.all.count == 300)
            #expect(ledger.all.values.allSatisfy { $0 == 1 }, "some calls ran more than once: \(ledger.all.filter { $0.value > 1 })")
            server.close()
        }
    }

    @Test("What waits to be written when the connection is given up does not leave any more")
    func aLargeInput() async throws {
        try await withRig(.unix) { rig in
            let ledger: Ledger = Ledger()
            var echo: ScriptedEcho = ScriptedEcho()
            echo.onEcho = { input in
                ledger.note(input.bytes.count)
                return EchoPayload(bytes: [])
            }
            let server: Server = try await rig.server(echo)
            stall(rig)
            let client: EchoClient = rig.client(limits: hasty)
            _ = try await client.echo(EchoPayload(bytes: Array(repeating: 1, count: 700_000)))
            // Whatever came on the first connection was read before this call's frames.
            _ = try await client.echo(EchoPayload(bytes: [1]))
            #expect(ledger.all == [700_000: 1, 1: 1])
            server.close()
        }
    }
}

/// Holds a thread up until it is opened.
private final class StandStill: Sendable {
    private let isOpen: Atomic<Bool> = Atomic(false)

    func open() {
        isOpen.store(true, ordering: .releasing)
    }

    /// Spins: it stands for a process that was stopped, for a second.
    func waitUntilOpen() {
        while !isOpen.load(ordering: .acquiring) {}
    }
}
