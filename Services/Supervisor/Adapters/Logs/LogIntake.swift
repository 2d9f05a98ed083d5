/// What one process writes, line by line, into its vertical's log: two processes of a vertical do not break each other's lines. Belongs
/// to the loop.
final class LogIntake {
    private let log: VerticalLog
    /// Where the lines go too.
    private let pass: (([UInt8]) -> Void)?
    private var assembly: LineAssembly

    /// - Parameter rest: the beginning of a line that was taken already.
    init(_ log: VerticalLog, rest: [UInt8] = [], pass: (([UInt8]) -> Void)? = nil) {
        self.log = log
        self.pass = pass
        assembly = LineAssembly(rest: rest)
    }

    /// What came behind the last line's end.
    var rest: [UInt8] { assembly.rest }

    /// Takes what the process wrote.
    func take(_ bytes: [UInt8]) {
        let lines: [[UInt8]] = assembly.add(bytes)
        if !lines.isEmpty { write(lines) }
    }

    /// The process has ended: its last line may lack an end.
    func endOfOutput() {
        if let rest: [UInt8] = assembly.finish() { write([rest]) }
    }

    private func write(_ lines: [[UInt8]]) {
        log.write(lines)
        if let pass { lines.forEach(pass) }
    }
}
