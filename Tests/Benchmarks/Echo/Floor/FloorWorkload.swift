import ColonnadeEventLoop

/// What ``Workload`` does in the modes of small messages, without Colonnade.
struct FloorWorkload: Sendable {
    static let modes: [Bench.Mode] = [.rtt64, .pipe64, .conc64]

    let clients: [LoopReference<FloorClient>]
    let loop: EventLoop
    let mode: Bench.Mode
    let window: Int

    func run(_ pace: Pace) async -> Measurement {
        let run: LoopBound<Run> = LoopBound(Run(pace), loop: loop)
        let callers: [LoopReference<FloorClient>] =
            mode == .pipe64 ? Array(repeating: clients[0], count: min(window, pace.calls)) : clients
        if callers.count == 1 {
            await callInTurn(callers[0], run)
        } else {
            await withTaskGroup(of: Void.self) { group in
                for client: LoopReference<FloorClient> in callers { group.addTask { await callInTurn(client, run) } }
            }
        }
        return Measurement(mode: mode, run: run.value, end: MonotonicTime.read().nanoseconds)
    }

    @concurrent private func callInTurn(_ client: LoopReference<FloorClient>, _ run: LoopBound<Run>) async {
        var request: NumberedBytes = NumberedBytes(count: MessageCutter.messageBytes)
        var now: UInt64 = MonotonicTime.read().nanoseconds
        var next: Int? = run.withValue { $0.next(at: now) }
        while let number: Int = next {
            request.number(number)
            let start: UInt64 = now
            let reply: [UInt8]? = await FloorClient.call(client, request.bytes)
            now = MonotonicTime.read().nanoseconds
            next = run.withValue { run in
                guard let reply else {
                    run.fail("the server has gone")
                    return nil
                }
                run.record(now &- start, bytes: reply.count, isRight: request.areEchoed(by: reply))
                return run.next(at: now)
            }
        }
    }
}
