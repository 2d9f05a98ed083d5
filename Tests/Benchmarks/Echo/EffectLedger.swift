import Colonnade
import ColonnadeEventLoop
import EchoIO

/// Writes down each call of `pause`, by its duration in nanoseconds, 8 bytes each, in a file that outlives the process: whoever gives
/// each call a duration of its own sees from outside which calls were carried out, and how often.
struct EffectLedger: Sendable {
    private let file: LoopBound<AppendFile>

    /// The ledger that `ECHO_LEDGER` names; nil where it names none. On the loop that the vertical is launched on.
    init?() throws {
        guard let path: String = EnvironmentVariables.value("ECHO_LEDGER"), let loop: EventLoop = EventLoop.current else { return nil }
        file = LoopBound(try AppendFile(path: path), loop: loop)
    }

    func note(_ input: PauseRequest) throws {
        let (seconds, attoseconds): (Int64, Int64) = input.duration.components
        let number: Int64 = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        try file.value.append((0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }
}
