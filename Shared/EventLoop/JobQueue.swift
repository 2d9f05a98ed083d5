import CLibuv
import DequeModule
import Synchronization

/// A job of a loop. An enum, because most jobs are continuations of tasks, and those need no closure.
enum LoopJob {
    case task(UnownedJob)
    case call(@Sendable () -> Void)
    case object(any LoopCall)
    case ended(UnixSocket)
}

/// An object that a loop can call without allocating a closure; see ``EventLoop/callSoon(_:)``.
public protocol LoopCall: AnyObject {
    /// Called by the loop, on its thread.
    func callFromLoop()
}

/// The jobs that other threads hand to a loop.
///
/// Invariant: `jobs` is not empty only while the loop was woken and has not yet taken them.
@safe final class RemoteQueue: @unchecked Sendable {
    // Sendable: every field but the flag is accessed under the mutex; `wakeUp` is only passed to uv_async_send, which libuv
    // allows from every thread, and never after `close`.
    private struct State: @unchecked Sendable {
        var jobs: [LoopJob] = []
        var isClosed: Bool = false
    }

    private let state: Mutex<State> = Mutex(State())
    private let hasJobs: Atomic<Bool> = Atomic(false)
    private let wakeUp: UnsafeMutablePointer<uv_async_t>

    init(wakeUp: UnsafeMutablePointer<uv_async_t>) {
        unsafe self.wakeUp = wakeUp
    }

    /// Appends a job and wakes the loop if it has not been woken yet. After `close` the job is dropped.
    func append(_ job: LoopJob) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.jobs.append(job)
            guard state.jobs.count == 1 else { return }
            hasJobs.store(true, ordering: .relaxed)
            // `uv_async_send` first checks whether the loop was woken already. That check must not be reordered before the flag's
            // store. On the other side, libuv clears its wake-up by an atomic exchange before the loop reads the flag.
            atomicMemoryFence(ordering: .sequentiallyConsistent)
            unsafe uv_async_send(wakeUp)
        }
    }

    /// Moves all jobs behind `jobs`. On the loop's thread; takes no lock if there are none.
    func take(into jobs: inout UniqueDeque<LoopJob>) {
        guard hasJobs.load(ordering: .acquiring) else { return }
        state.withLock { state in
            hasJobs.store(false, ordering: .relaxed)
            jobs.append(copying: state.jobs)
            state.jobs.removeAll(keepingCapacity: state.jobs.count <= 1024)
        }
    }

    /// Drops pending and later jobs. The wake-up handle may be freed afterwards.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.jobs = []
        }
    }
}
