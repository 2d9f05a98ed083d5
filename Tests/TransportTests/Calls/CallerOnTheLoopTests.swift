import ColonnadeContract
import ColonnadeTransport
import EchoIO
import Testing

@testable import ColonnadeEventLoop

/// A caller on the connector's loop is watched for cancelling only when its call takes long.
@Suite(.timeLimit(.minutes(5)))
struct CallerOnTheLoopTests {
    @Test(arguments: Carrier.allCases)
    func aYoungCallThatIsCancelledEndsWhileNothingElseHappens(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.providerLoop)
            _ = try await rig.server(FlowTests.hanging(events, on: rig.providerLoop))
            let client: EchoClient = rig.client()
            var times: [UInt64] = []
            for _: Int in 0..<5 {
                let task: Task<Void, Never> = rig.consumerLoop.startTask { try? await client.refuse(.unwilling) }
                #expect(await events.next() == "started")
                let start: UInt64 = MonotonicTime.read().nanoseconds
                task.cancel()
                await task.value
                times.append(MonotonicTime.read().nanoseconds - start)
                #expect(await events.next() == "cancelled")
            }
            // The shortest: a busy machine holds some of them up.
            #expect(times.min() ?? .max < 1_000_000_000)
        }
    }

    @Test(arguments: Carrier.allCases)
    func noTimerRunsOnceNobodyIsLeftToBeWatched(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.providerLoop)
            _ = try await rig.server(FlowTests.hanging(events, on: rig.providerLoop))
            let client: EchoClient = rig.client()
            await rig.consumerLoop.startTask { _ = try? await client.echo(EchoPayload(bytes: [1])) }.value
            #expect(await Self.hasNoTimers(rig), "no call is in flight")
            let task: Task<Void, Never> = rig.consumerLoop.startTask { try? await client.refuse(.unwilling) }
            #expect(await events.next() == "started")
            #expect(await Self.hasNoTimers(rig), "the one call is watched")
            task.cancel()
            await task.value
            #expect(await events.next() == "cancelled")
            #expect(await Self.hasNoTimers(rig))
        }
    }

    private static func hasNoTimers(_ rig: Rig) async -> Bool {
        let loop: EventLoop = rig.consumerLoop
        return await eventually(on: rig.providerLoop) { (try? await loop.run { loop.timers.count }) == 0 }
    }
}
