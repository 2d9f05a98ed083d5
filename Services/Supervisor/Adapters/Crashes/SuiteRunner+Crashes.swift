import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// What is kept of a process that ended without being asked to.
extension SuiteRunner {
    /// Begins the report of a process that has just ended, before another is started in its place.
    /// - Parameter memoryKills: how often the kernel has ended processes of its control group for lack of memory.
    /// - Returns: the report's name.
    func keepReport(
        of slot: ChildSlot, _ seat: ChildSeat, _ generation: UInt64, _ exit: ChildExit, reason: String?, memoryKills: Int
    ) -> String {
        let limit: Int? = slot.vertical.launcher.limits.memory
        // What it wrote last waits in the pipe, and the next process has written nothing yet.
        seat.output?.readNow()
        let date: Date = Date()
        // The same generation comes again with the next run of the suite, but not in the same millisecond.
        let moment: String = String(Int64(date.timeIntervalSince1970 * 1_000), radix: 36)
        let shown: String = shownName(of: slot.vertical.name)
        let id: String = "\(shown)-\(generation)-\(moment)"
        let (signal, status): (Int?, Int?) =
            switch exit {
            case .exited(let code): (nil, Int(code))
            case .signalled(let number): (Int(number), nil)
            }
        let record: CrashRecord = CrashRecord(
            id: id, vertical: shown, generation: generation, pid: seat.process.map { Int($0.pid) }, date: date,
            signal: signal, status: status, reason: MemoryVerdict.reason(limit: limit, kills: memoryKills) ?? reason,
            uptime: MonotonicTime.read() - seat.started,
            peakMemory: seat.process?.peakMemory)
        crashes.keep(
            record, log: slot.log.kept, lines: slot.log.lines - seat.firstLine, memoryLimit: limit)
        return id
    }
}
