import Colonnade
import EchoIO

/// Calls an echo vertical and compares what comes back.
struct Workload: Sendable {
    private static let payloadBytes: Int = 64

    let client: EchoClient

    func run(_ mode: Bench.Mode, calls: Int, window: Int) async -> Measurement {
        let clock: ContinuousClock = ContinuousClock()
        let start: ContinuousClock.Instant = clock.now
        let tally: Tally =
            switch mode {
            case .rtt64: await callInTurn(Array(0..<calls))
            case .pipe64: await callAtOnce(calls, window: window)
            case .stream: await stream(calls)
            }
        return Measurement(mode: mode, calls: calls, time: start.duration(to: clock.now), tally: tally)
    }

    private func callAtOnce(_ calls: Int, window: Int) async -> Tally {
        await withTaskGroup(of: Tally.self) { group in
            for lane: Int in 0..<min(window, calls) {
                group.addTask { await callInTurn(Array(stride(from: lane, to: calls, by: window))) }
            }
            return await group.reduce(into: Tally()) { $0.add($1) }
        }
    }

    private func callInTurn(_ numbers: [Int]) async -> Tally {
        var tally: Tally = Tally()
        tally.latencies.reserveCapacity(numbers.count)
        for number: Int in numbers {
            let input: EchoPayload = EchoPayload(bytes: payload(number))
            let start: ContinuousClock.Instant = .now
            do {
                let output: EchoPayload = try await client.echo(input)
                tally.latencies.append(start.duration(to: .now))
                tally.bytes += output.bytes.count
                if output != input { tally.fail("call \(number) came back changed") }
            } catch {
                tally.fail("\(error)")
            }
        }
        return tally
    }

    private func stream(_ count: Int) async -> Tally {
        var tally: Tally = Tally()
        tally.latencies.reserveCapacity(count)
        var expected: Int = 0
        var last: ContinuousClock.Instant = .now
        do {
            for try await number: Int in client.count(CountRequest(count: count)) {
                let now: ContinuousClock.Instant = .now
                tally.latencies.append(last.duration(to: now))
                last = now
                tally.bytes += 8
                if number != expected { tally.fail("output \(number) came where \(expected) was due") }
                expected += 1
            }
        } catch {
            tally.fail("\(error)")
        }
        if expected != count { tally.fail("\(expected) of \(count) outputs came") }
        return tally
    }

    /// Differs from call to call, so that a mixed-up reply is seen.
    private func payload(_ number: Int) -> [UInt8] {
        (0..<Self.payloadBytes).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> ($0 * 8) : number &+ $0) }
    }
}

/// What a part of a workload has seen.
struct Tally: Sendable {
    /// Of each call, from before it was made to after its output; of a stream, between two outputs.
    var latencies: [Duration] = []
    var bytes: Int = 0
    var errors: Int = 0
    var firstError: String?

    mutating func fail(_ error: String) {
        errors += 1
        if firstError == nil { firstError = error }
    }

    mutating func add(_ other: Tally) {
        latencies += other.latencies
        bytes += other.bytes
        errors += other.errors
        firstError = firstError ?? other.firstError
    }
}
