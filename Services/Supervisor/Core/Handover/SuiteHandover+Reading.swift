import ColonnadeContract
import ColonnadeWire

extension SuiteHandover {
    /// Reads what another program of the supervisor has written, and looks at whatever can be judged without descriptors and processes.
    /// - Throws: what is wrong with it, in a clause.
    public static func read(_ bytes: [UInt8]) throws(HandoverError) -> SuiteHandover {
        guard bytes.count <= HandoverLimits.bytes else { throw HandoverError("the handover has \(bytes.count) bytes") }
        let handover: SuiteHandover
        do {
            handover = try SuiteHandover(decoding: bytes.span)
        } catch {
            throw HandoverError("the handover can not be read: \(error)")
        }
        guard handover.version == HandoverLimits.version else {
            throw HandoverError("the handover is of version \(handover.version), and this program reads \(HandoverLimits.version)")
        }
        try handover.check()
        return handover
    }

    /// What the groups have counted.
    public var restarts: [String: [Duration]] { Dictionary(groups.map { ($0.name, $0.restarts) }) { first, _ in first } }

    private func check() throws(HandoverError) {
        guard launcherPath.hasPrefix("/"), incarnation > 1 else { throw HandoverError("the handover names no suite") }
        guard Set(verticals.map(\.name)).count == verticals.count else { throw HandoverError("a vertical is handed over twice") }
        guard Set(sockets.map(\.path)).count == sockets.count else { throw HandoverError("a socket is handed over twice") }
        var numbers: [Int] = [lock] + sockets.map(\.descriptor)
        for vertical: VerticalHandover in verticals {
            numbers += [vertical.notify] + vertical.outputs.map(\.descriptor)
            try vertical.check()
        }
        guard Set(numbers).count == numbers.count, numbers.allSatisfy({ (3...Int(Int32.max)).contains($0) }) else {
            throw HandoverError("a descriptor is handed over twice, or is none")
        }
        let pids: [Int32] = verticals.compactMap(\.life.pid)
        guard Set(pids).count == pids.count else { throw HandoverError("a process is handed over twice") }
    }
}

extension VerticalHandover {
    fileprivate func check() throws(HandoverError) {
        guard !name.isEmpty, executable.hasPrefix("/") else { throw HandoverError("'\(name.prefix(100))' is no vertical") }
        guard logLines >= 0, lostLines >= 0, (0...logLines).contains(process.firstLine) else {
            throw HandoverError("\(name) counts its log lines wrongly")
        }
        let timers: [ChildTimer?] = process.timers.map { ChildTimer(rawValue: $0.timer) }
        guard !timers.contains(nil), Set(timers).count == timers.count else { throw HandoverError("\(name) has a timer that is none") }
        guard process.timers.allSatisfy({ $0.length >= .zero && $0.length <= HandoverLimits.timer }) else {
            throw HandoverError("\(name) has a timer without end")
        }
        guard outputs.count(where: \.isPresent) <= 1 else { throw HandoverError("\(name) writes to two pipes") }
    }
}
