/// What one process writes, line by line, into its vertical's log: two processes of a vertical do not break each other's lines. Belongs
/// to the loop.
final class LogIntake {
    private let log: VerticalLog
    private var assembly: LineAssembly = LineAssembly()

    init(_ log: VerticalLog) {
        self.log = log
    }

    /// Takes what the process wrote.
    func take(_ bytes: [UInt8]) {
        let lines: [[UInt8]] = assembly.add(bytes)
        if !lines.isEmpty { log.write(lines) }
    }

    /// The process has ended: its last line may lack an end.
    func endOfOutput() {
        if let rest: [UInt8] = assembly.finish() { log.write([rest]) }
    }
}
