import Colonnade
import ColonnadeEventLoop
import EchoIO

/// Calls an echo vertical and compares what comes back.
struct Workload: Sendable {
    /// One for each connection.
    let clients: [EchoClient]
    let loop: EventLoop
    let mode: Bench.Mode
    /// How many calls are in flight on one connection in `pipe64`.
    let window: Int

    func run(_ pace: Pace) async -> Measurement {
        let run: LoopBound<Run> = LoopBound(Run(pace), loop: loop)
        switch mode {
        case .stream: await stream(pace, run)
        case .pipe64: await callAtOnce(Array(repeating: clients[0], count: min(window, pace.calls)), run)
        case .rtt64, .conc64, .big1m, .fan: await callAtOnce(clients, run)
        }
        return Measurement(mode: mode, run: run.value, end: MonotonicTime.read().nanoseconds)
    }

    /// Each of `clients` makes one call after the other.
    private func callAtOnce(_ clients: [EchoClient], _ run: LoopBound<Run>) async {
        if clients.count == 1 { return await callInTurn(clients[0], run) }
        await withTaskGroup(of: Void.self) { group in
            for client: EchoClient in clients {
                group.addTask { await callInTurn(client, run) }
            }
        }
    }

    private func callInTurn(_ client: EchoClient, _ run: LoopBound<Run>) async {
        var request: NumberedBytes = NumberedBytes(count: mode.payloadBytes)
        // Where the last call ended the next one starts: what the client does in between counts too.
        var now: UInt64 = MonotonicTime.read().nanoseconds
        var next: Int? = run.withValue { $0.next(at: now) }
        while let number: Int = next {
            request.number(number)
            let start: UInt64 = now
            do {
                let reply: [UInt8] = try await ask(client, EchoPayload(bytes: request.bytes))
                now = MonotonicTime.read().nanoseconds
                let isRight: Bool = request.areEchoed(by: reply, times: mode == .fan ? 3 : 1)
                next = run.withValue { run in
                    run.record(now &- start, bytes: reply.count, isRight: isRight)
                    return run.next(at: now)
                }
            } catch {
                now = MonotonicTime.read().nanoseconds
                next = run.withValue { run in
                    run.fail("\(error)")
                    return run.next(at: now)
                }
            }
        }
    }

    private func ask(_ client: EchoClient, _ request: EchoPayload) async throws(EchoClient.Failure) -> [UInt8] {
        mode == .fan ? try await client.fan(request).bytes : try await client.echo(request).bytes
    }

    private func stream(_ pace: Pace, _ run: LoopBound<Run>) async {
        var expected: NumberedBytes = NumberedBytes(count: Bench.Mode.outputBytes)
        var now: UInt64 = MonotonicTime.read().nanoseconds
        do {
            for try await output: EchoPayload in clients[0].pour(PourRequest(count: pace.calls, bytes: Bench.Mode.outputBytes)) {
                guard let number: Int = run.withValue({ $0.next(at: now) }) else { break }
                let last: UInt64 = now
                now = MonotonicTime.read().nanoseconds
                expected.number(number)
                let isRight: Bool = expected.areEchoed(by: output.bytes)
                run.withValue { $0.record(now &- last, bytes: output.bytes.count, isRight: isRight) }
            }
        } catch {
            run.withValue { $0.fail("\(error)") }
        }
        let count: Int = run.withValue { $0.times.count }
        if pace.time == nil, count < pace.calls { run.withValue { $0.fail("\(count) of \(pace.calls) outputs came") } }
    }
}
