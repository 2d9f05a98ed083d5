import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import FoundationEssentials
import Synchronization

/// What became of calls so far.
final class Account: Sendable {
    /// What is told, as JSON.
    private struct Report: Codable {
        /// Calls that were answered as hoped, perhaps when they were sent again.
        var answered: Int = 0
        /// Calls that were given up.
        var lost: Int = 0
        /// Calls that were open in a crash and whose outcome is *unknown*: they were sent again, because their Input is `Idempotent`.
        var unknown: Int = 0
        /// Calls that were open in a crash, and of which the supervisor knew that no handler had seen them: they were sent again.
        var notDispatched: Int = 0
        /// Attempts that failed, in words.
        var others: [String] = []
        /// The ids of the crash reports that callers got.
        var reports: Set<String> = []
        /// From the first attempt to the answer, in milliseconds, since the line before.
        var median: Double = 0
        /// Of the same, what 99 of 100 were below.
        var p99: Double = 0
        /// Of all so far, in milliseconds.
        var longest: Double = 0
    }

    private struct State {
        var report: Report = Report()
        var waits: [Double] = []
    }

    private static let mostOthers: Int = 20

    private let state: Mutex<State> = Mutex(State())

    func answered(after wait: Duration) {
        let milliseconds: Double = wait / .milliseconds(1)
        state.withLock { state in
            state.report.answered += 1
            state.report.longest = max(state.report.longest, milliseconds)
            state.waits.append(milliseconds)
        }
    }

    /// Counts the calls that a crash has interrupted.
    func interrupted(_ calls: [CrashQuestion.Lost], report: String) {
        state.withLock { state in
            for call: CrashQuestion.Lost in calls {
                state.report.unknown += call.unknown
                state.report.notDispatched += call.notDispatched
            }
            state.report.reports.insert(report)
        }
    }

    /// Counts an attempt that failed.
    func failed(_ words: String) {
        state.withLock { state in
            if state.report.others.count < Self.mostOthers { state.report.others.append(words) }
        }
    }

    /// Counts a call that was given up.
    func lost() {
        state.withLock { $0.report.lost += 1 }
    }

    /// Prints one line.
    func tell() {
        let report: Report = state.withLock { state in
            let sorted: [Double] = state.waits.sorted()
            state.waits = []
            if let last: Double = sorted.last {
                state.report.median = sorted[sorted.count / 2]
                state.report.p99 = sorted.count < 100 ? last : sorted[sorted.count * 99 / 100]
            }
            return state.report
        }
        guard var line: Data = try? JSONEncoder().encode(report) else { return }
        line.append(UInt8(ascii: "\n"))
        // `print` would keep it, and to flush a stream waits for who reads standard input.
        StandardOutput.write(Array(line))
    }
}
