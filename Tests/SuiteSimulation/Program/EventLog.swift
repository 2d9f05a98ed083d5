import ColonnadeEventLoop
import Synchronization

/// What happens in a simulated suite, each with its moment. The same seed writes the same lines.
final class EventLog: Sendable {
    private let loop: EventLoop
    private let start: MonotonicTime
    private let written: Mutex<[String]> = Mutex([])

    init(loop: EventLoop) {
        self.loop = loop
        start = loop.now
    }

    var lines: [String] { written.withLock { $0 } }

    func note(_ text: String) {
        let microseconds: Int64 = Int64((loop.now - start) / .microseconds(1))
        let fraction: String = String(String(1_000_000 + microseconds % 1_000_000).dropFirst())
        written.withLock { $0.append("\(microseconds / 1_000_000).\(fraction) \(text)") }
    }
}
