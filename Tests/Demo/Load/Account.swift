import ColonnadeContract
import FoundationEssentials
import Glibc
import Synchronization

/// What became of calls so far.
final class Account: Sendable {
    /// What is told, as JSON.
    private struct Report: Codable {
        /// Calls that were answered as hoped, perhaps when they were sent again.
        var answered: Int = 0
        /// Calls that were given up.
        var lost: Int = 0
        /// Attempts that failed because the provider had crashed, and whose outcome is *unknown*; each was made again with the same key.
        var unknown: Int = 0
        /// Calls that were open in a crash, and of which the supervisor knew that no handler had seen them: they went on by themselves.
        var notDispatched: Int = 0
        /// Attempts that failed in another way, in words.
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

    /// Counts an attempt that failed by a crash.
    func crashed(_ report: CrashReport) {
        state.withLock { state in
            state.report.unknown += 1
            state.report.reports.insert(report.id)
        }
    }

    /// Counts calls that were sent again because no handler had seen them.
    func sentAgain(_ count: Int) {
        state.withLock { $0.report.notDispatched += count }
    }

    /// Counts an attempt that failed otherwise.
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
        guard let line: Data = try? JSONEncoder().encode(report) else { return }
        print(String(decoding: line, as: UTF8.self))
        fflush(nil)
    }
}
