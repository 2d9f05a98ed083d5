private import Synchronization

/// Counts the spans of a process that are open and will be kept.
final class OpenSpans: Sendable {
    private let most: Int
    private let count: Atomic<Int> = Atomic(0)

    init(most: Int) {
        self.most = most
    }

    /// - Returns: false where as many are open as may.
    func begin() -> Bool {
        guard count.add(1, ordering: .relaxed).newValue > most else { return true }
        end()
        return false
    }

    func end() {
        count.subtract(1, ordering: .relaxed)
    }
}
