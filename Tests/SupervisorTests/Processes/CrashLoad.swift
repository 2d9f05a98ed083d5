import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import EchoIO
import Foundation
import Synchronization
import Testing

/// Callers of a vertical that is killed again and again, and what became of each of their calls.
final class CrashLoad: Sendable {
    enum End: Hashable, Sendable {
        case done
        case failed(Fault)
    }

    struct Call: Sendable {
        let number: Int
        let end: End
        /// From the kill that was the last before the call ended.
        let delay: Duration

        var report: String? { if case .failed(let fault) = end { fault.report?.id } else { nil } }
    }

    struct Crash: Sendable {
        let generation: UInt64
        let pid: Int32
    }

    /// Calls that the watermark has shown to be not dispatched.
    private final class Tally: Sendable {
        let undispatched: Mutex<Int> = Mutex(0)
    }

    private struct State {
        var next: Int = 0
        var calls: [Call] = []
        var killed: ContinuousClock.Instant?
        var isOver: Bool = false
    }

    private let loop: EventLoop = EventLoop(name: "callers")
    private let supervisor: SupervisorClient
    /// Each with a connection of its own.
    private let echoes: [EchoClient]
    private let callers: Int
    private let tally: Tally
    private let clock: ContinuousClock = ContinuousClock()
    private let state: Mutex<State> = Mutex(State())

    init(home: String, callers: Int, connections: Int = 1) {
        self.callers = callers
        let tally: Tally = Tally()
        self.tally = tally
        let loop: EventLoop = loop
        func connector(_ provider: String, _ contract: ContractDescriptor, _ witness: CrashWitness?) -> Connector {
            Connector(
                consumer: "operator", provider: provider, contract: contract,
                dialer: UnixDialer(path: "\(home)/run/operator/\(provider).sock"),
                loop: loop, witness: witness, instance: "crash-load")
        }
        let supervisor: SupervisorClient = SupervisorClient(connector("supervisor", SupervisorContract.descriptor, nil))
        self.supervisor = supervisor
        echoes = (0..<connections).map { _ in
            EchoClient(
                connector("echo", EchoContract.descriptor) { question in
                    tally.undispatched.withLock { $0 += question.lost.reduce(0) { $0 + $1.notDispatched } }
                    let lost: [LostCalls] = question.lost.map {
                        LostCalls(board: $0.board, unknown: $0.unknown, notDispatched: $0.notDispatched)
                    }
                    let request: ObituaryRequest = ObituaryRequest(provider: "echo", generation: question.generation, lost: lost)
                    guard let obituary: Obituary = try? await supervisor.obituary(request), let id: String = obituary.report else {
                        return nil
                    }
                    return CrashReport(id: id, signal: obituary.signal, status: obituary.status, generation: obituary.generation)
                })
        }
    }

    /// How many calls were sent again because no handler had seen them.
    var sentAgain: Int { tally.undispatched.withLock { $0 } }

    /// Calls without end, and kills the vertical so many times, each time after some calls were answered; on until a call has failed, for on
    /// a busy machine it may be killed while none runs.
    func run(crashes count: Int) async throws -> [Crash] {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number: Int in 0..<callers { group.addTask { await self.call(self.echoes[number % self.echoes.count]) } }
            defer { state.withLock { $0.isOver = true } }
            var crashes: [Crash] = []
            while crashes.count < count || (!hasFailure && crashes.count < count * 50) {
                crashes.append(try await kill(after: Set(crashes.map(\.generation))))
            }
            // The last one is over when somebody is served again.
            try await served(more: callers * 2)
            return crashes
        }
    }

    private var hasFailure: Bool { state.withLock { state in state.calls.contains { $0.end != .done } } }

    func end() async -> [Call] {
        loop.shutdown()
        return state.withLock { $0.calls }
    }

    /// Kills one of its processes that was not killed before.
    private func kill(after killed: Set<UInt64>) async throws -> Crash {
        let end: ContinuousClock.Instant = clock.now + .seconds(60)
        while clock.now < end {
            let statuses: [VerticalStatus] = try await supervisor.status(VerticalSelection(names: ["echo"]))
            guard let status: VerticalStatus = statuses.filter({ $0.state == .ready && !killed.contains($0.generation) }).randomElement(),
                let pid: Int = status.pid
            else {
                await moment()
                continue
            }
            try await served(more: Int.random(in: 20...60))
            state.withLock { $0.killed = clock.now }
            _ = Glibc.kill(Int32(pid), SIGKILL)
            return Crash(generation: status.generation, pid: Int32(pid))
        }
        throw Overdue()
    }

    private func served(more: Int) async throws {
        let end: ContinuousClock.Instant = clock.now + .seconds(60)
        let goal: Int = done + more
        while done < goal {
            guard clock.now < end else { throw Overdue() }
            await moment()
        }
    }

    /// Whoever asks without a pause takes the processor from those that are waited for.
    private func moment() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { continuation.resume() }
        }
    }

    private var done: Int { state.withLock { $0.calls.count } }

    private func call(_ echo: EchoClient) async {
        while let number: Int = next() {
            let end: End
            do throws(EchoClient.Failure) {
                try await echo.note(NoteRequest(number: number))
                end = .done
            } catch {
                end = .failed(error.fault ?? Fault(.internal, "\(error)", outcome: .done))
            }
            state.withLock { state in
                let delay: Duration = state.killed.map { clock.now - $0 } ?? .zero
                state.calls.append(Call(number: number, end: end, delay: delay))
            }
        }
    }

    private func next() -> Int? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            state.next += 1
            return state.next
        }
    }
}

private struct Overdue: Error {}
