import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import ColonnadeTransport
import EchoIO
import Synchronization
import Testing

@testable import ColonnadeVertical

/// What a gate's run makes and must let go of.
private final class Probe: Sendable {}

/// Every probe that was made, without holding on to any.
private final class Probes: Sendable {
    private struct Seen: Sendable {
        weak let probe: Probe?
    }

    private let seen: Mutex<[Seen]> = Mutex([])

    func make() -> Probe {
        let probe: Probe = Probe()
        seen.withLock { $0.append(Seen(probe: probe)) }
        return probe
    }

    var made: Int { seen.withLock { $0.count } }
    var living: Int { seen.withLock { $0.count { $0.probe != nil } } }
}

@Suite("A thousand cycles of a barrier")
struct BarrierCycleTests {
    private enum End: Int, CaseIterable {
        case done, refused, abandoned, stuck
    }

    /// Cycles one after the other; those that wait too long do so beside the others.
    private func cycles(_ numbers: Range<Int>, _ client: EchoClient, _ script: GateScript, loop: EventLoop) async {
        await withTaskGroup { group in
            for number: Int in numbers {
                if number % 4 == End.stuck.rawValue {
                    group.addTask { await cycle(number, client, script, loop: loop) }
                } else {
                    await cycle(number, client, script, loop: loop)
                }
            }
        }
    }

    /// One wave of callers: it comes through, is turned away, leaves, or waits too long.
    private func cycle(_ number: Int, _ client: EchoClient, _ script: GateScript, loop: EventLoop) async {
        let token: String = "\(End.allCases[number % 4]) \(number)"
        let tasks: [Task<Bool, Never>] = (0..<4).map { _ in
            Task {
                await CallMetadata.$current.withValue(CallMetadata(session: token)) {
                    (try? await client.echo(EchoPayload(bytes: Array(repeating: 1, count: 2000)))) != nil
                }
            }
        }
        if number % 4 == End.abandoned.rawValue {
            _ = try? await script.runs.first { $0 == token }
            for task in tasks { task.cancel() }
        }
        for task in tasks {
            let hasPassed: Bool = await task.value
            #expect(hasPassed == (number % 4 == End.done.rawValue), "\(token)")
        }
    }

    @Test("A thousand cycles leave nothing behind", arguments: Carrier.allCases)
    func thousandCycles(carrier: Carrier) async throws {
        let probes: Probes = Probes()
        let script: GateScript = GateScript { script in
            let probe: Probe = probes.make()
            defer { withExtendedLifetime(probe) {} }
            switch CallMetadata.current.session?.split(separator: " ").first {
            case "done": return .done
            case "refused": throw GateScript.GateRefusal.notToday
            default:
                try await script.latch.wait()
                return .done
            }
        }
        let installation: GateInstallation = GateInstallation(shared: .session, deadline: .seconds(20))
        try await withGuardedEcho(carrier, script, installation) { echo in
            let client: EchoClient = echo.client().client
            await cycles(0..<1000, client, script, loop: echo.loop)
            #expect(await echo.isEmpty())
            #expect(await eventually { probes.living == 0 })
            #expect(probes.made >= 1000)
            let statistics: ServerStatistics = await echo.server.statistics
            #expect(statistics.accepted == 1, "one connection held, so that each call had one end")
        }
    }

    @Test("A launcher with barriers goes away whole")
    func nothingStays() async throws {
        weak var mainboard: Motherboard?
        try await withGuardedEcho(.memory, GateScript { _ in .done }) { echo in
            mainboard = echo.launcher.mainboard
            _ = try await echo.client().client.echo(EchoPayload(bytes: []))
        }
        #expect(await eventually { mainboard == nil })
    }
}
