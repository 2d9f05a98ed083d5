import ColonnadeContract
import ColonnadeEventLoop
import EchoIO
import Synchronization
import Testing

@testable import ColonnadeTransport

/// Calls over pipes that delay, cut in pieces and break, from one seed: every call has exactly one end, and what it
/// claims about its delivery is what the handlers saw.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FuzzTests {
    /// How often each call's handler was started, by the call's number.
    private final class Ledger: Sendable {
        private let state: Mutex<[Int: Int]> = Mutex([:])

        func start(_ call: Int) { state.withLock { $0[call, default: 0] += 1 } }

        func starts(_ call: Int) -> Int { state.withLock { $0[call] ?? 0 } }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, UInt64.random(in: .min ... .max)])
    func everyCallHasOneTrueEnd(seed: UInt64) async throws {
        let course: MemoryEndpoint.Course = { Self.course(seed: seed, connection: $0) }
        try await withRig(.memory, course: course) { rig in
            let ledger: Ledger = Ledger()
            let echo: ScriptedEcho = ScriptedEcho(
                onEcho: { payload in
                    ledger.start(Int(payload.bytes[0]) | Int(payload.bytes[1]) << 8)
                    return payload
                },
                onCount: { request, emit in
                    for number: Int in 0..<request.count { try await emit(number) }
                    return .done
                })
            let server: Server = try await rig.server(echo)
            let connector: Connector = rig.connector()
            await withTaskGroup(of: Void.self) { group in
                for number: Int in 0..<300 {
                    group.addTask {
                        if number % 7 == 6 {
                            await Self.stream(number, over: connector, seed: seed)
                        } else {
                            await Self.call(number, over: connector, ledger, seed: seed)
                        }
                    }
                }
            }
            #expect(
                await eventually(on: rig.consumerLoop) { await server.statistics.boards.allSatisfy { $0.inFlight == 0 } },
                "seed \(seed): handlers go on after their callers")
        }
    }

    private static func call(_ number: Int, over connector: Connector, _ ledger: Ledger, seed: UInt64) async {
        let isIdempotent: Bool = number % 3 == 0
        let padding: [UInt8] = [UInt8](repeating: 0, count: number * 13 % 900)
        let body: [UInt8] = EchoPayload(bytes: [UInt8(number & 255), UInt8(number >> 8)] + padding).encoded()
        do throws(CallError) {
            let output: [UInt8] = try await connector.call(CallRequest(board: 1, body: body, isIdempotent: isIdempotent)).joined
            #expect(output == body, "seed \(seed), call \(number)")
            let starts: Int = ledger.starts(number)
            #expect(starts == 1 || isIdempotent && starts > 1, "seed \(seed), call \(number) was started \(starts) times")
        } catch {
            guard case .fault(let fault) = error else {
                Issue.record("seed \(seed), call \(number): \(error)")
                return
            }
            let starts: Int = ledger.starts(number)
            switch fault.outcome {
            case .notDispatched: #expect(starts == 0, "seed \(seed), call \(number): \(fault)")
            case .unknown: #expect(isIdempotent || starts <= 1, "seed \(seed), call \(number): \(fault)")
            case .done: #expect(starts >= 1, "seed \(seed), call \(number): \(fault)")
            }
        }
    }

    private static func stream(_ number: Int, over connector: Connector, seed: UInt64) async {
        var got: [Int] = []
        do {
            for try await output: Int in EchoClient(connector).count(CountRequest(count: number)) { got.append(output) }
            #expect(got == Array(0..<number), "seed \(seed), stream \(number)")
        } catch {
            #expect(got == Array(0..<got.count), "seed \(seed), stream \(number): what came, came in order")
            #expect(error.outcome == .unknown || got.isEmpty, "seed \(seed), stream \(number): \(error)")
        }
    }

    /// The first connections break sooner or later; from the seventh on they hold.
    private static func course(seed: UInt64, connection: Int) -> (there: MemoryPlan, back: MemoryPlan) {
        var dice: MemoryDice = MemoryDice(seed: seed &+ UInt64(connection) &* 7919)
        func plan() -> MemoryPlan {
            var plan: MemoryPlan = MemoryPlan()
            plan.seed = dice.next()
            plan.longestPiece = [0, 1, 7, 100, 5000].randomElement(using: &dice) ?? 0
            plan.longestDelay = .microseconds(Int.random(in: 0...300, using: &dice))
            if plan.longestPiece == 1 { plan.longestDelay = .zero }
            plan.capacity = Int.random(in: 512...65_536, using: &dice)
            if connection < 7, Bool.random(using: &dice) { plan.cutAfter = Int.random(in: 1...60_000, using: &dice) }
            return plan
        }
        return (plan(), plan())
    }
}
