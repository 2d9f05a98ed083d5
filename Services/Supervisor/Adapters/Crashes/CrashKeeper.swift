import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

/// Makes crash reports: of what the supervisor saw itself, of the log, and of what callers say that they lost. Belongs to the loop.
final class CrashKeeper {
    /// A report that callers may still add to.
    private struct Entry {
        var record: CrashRecord
        /// Its log is being read, or it is being written.
        var isBusy: Bool = true
        /// It has changed since it was written last.
        var isChanged: Bool = false
    }

    /// Reports that callers may still add to: they ask within a moment.
    private static let mostRecent: Int = 32
    /// The most that callers may add to one report.
    private static let mostLost: Int = 200

    let store: CrashStore
    /// Hears of a report that can not be kept, in a sentence.
    var onNotice: ((String) -> Void)?
    private let loop: EventLoop
    private var entries: [String: Entry] = [:]
    private var order: [String] = []

    init(store: CrashStore, loop: EventLoop) {
        self.store = store
        self.loop = loop
    }

    private var bound: LoopBound<CrashKeeper> { LoopBound(self, loop: loop) }

    /// The reports that callers may still add to, oldest first.
    var recent: [String] { order }

    /// Whether a report waits to be written.
    var isBusy: Bool { entries.values.contains(where: \.isBusy) }

    /// Goes on with reports that another program has written.
    func resume(_ ids: [String]) {
        for id: String in ids.suffix(Self.mostRecent) where entries[id] == nil {
            guard let record: CrashRecord = store.read(id) else { continue }
            entries[id] = Entry(record: record, isBusy: false)
            order.append(id)
        }
    }

    /// Keeps a report, and reads the log for it.
    /// - Parameters:
    ///   - record: what is known without the log.
    ///   - count: how many lines the process wrote, as far as they are kept.
    ///   - memoryLimit: how much memory it might have had; nil where there was no limit.
    func keep(_ record: CrashRecord, log: KeptLines, lines count: Int, memoryLimit: Int?) {
        entries[record.id] = Entry(record: record)
        order.append(record.id)
        if order.count > Self.mostRecent { entries[order.removeFirst()] = nil }
        loop.startTask { [bound, loop] in
            let lines: [String] = (try? await loop.offload { try Self.last(min(count, LastWords.mostLines), of: log) }) ?? []
            bound.value.heard(LastWords(lines), record, memoryLimit)
        }
    }

    private static func last(_ count: Int, of log: KeptLines) throws -> [String] {
        var place: KeptLines.Place = try log.beginning(ofLast: count)
        var all: [String] = []
        while let lines: [String] = try log.lines(from: &place) { all += lines }
        return all
    }

    private func heard(_ words: LastWords, _ record: CrashRecord, _ memoryLimit: Int?) {
        // Where so many others have ended meanwhile that this one was forgotten, nobody adds to it any more.
        let lost: [LostCalls] = entries[record.id]?.record.lost ?? record.lost
        // A line of the trace may say it too.
        let reason: String? = MemoryVerdict.reason(limit: memoryLimit, peak: record.peakMemory, log: words.log + words.backtrace)
        write(record.with(words).with(lost).with(reason: record.reason ?? reason))
    }

    /// Adds what a caller had open when the process ended. What is said too late or in excess is dropped.
    func add(_ lost: [LostCalls], from consumer: String, to id: String) {
        guard var entry: Entry = entries[id] else { return }
        let room: Int = Self.mostLost - entry.record.lost.count
        let added: [LostCalls] = lost.prefix(max(room, 0)).map { calls in
            LostCalls(
                consumer: consumer, board: String(calls.board.prefix(100)), unknown: max(calls.unknown, 0),
                notDispatched: max(calls.notDispatched, 0))
        }
        guard !added.isEmpty else { return }
        entry.record = entry.record.with(entry.record.lost + added)
        entry.isChanged = true
        entries[id] = entry
        if !entry.isBusy { write(entry.record) }
    }

    private func write(_ record: CrashRecord) {
        if entries[record.id] != nil { entries[record.id] = Entry(record: record) }
        let store: CrashStore = store
        loop.startTask { [bound, loop] in
            do {
                try await loop.offload { try store.write(record) }
            } catch {
                bound.value.onNotice?("the crash report \(record.id) can not be kept: \(error)")
            }
            bound.value.written(record.id)
        }
    }

    private func written(_ id: String) {
        guard let entry: Entry = entries[id] else { return }
        if entry.isChanged { return write(entry.record) }
        entries[id]?.isBusy = false
    }
}

extension CrashRecord {
    /// The same with what the process wrote.
    fileprivate func with(_ words: LastWords) -> CrashRecord {
        with(lost, log: words.log, backtrace: words.backtrace)
    }

    /// The same with other calls.
    fileprivate func with(_ lost: [LostCalls]) -> CrashRecord {
        with(lost, log: log, backtrace: backtrace)
    }

    /// The same with why it ended.
    fileprivate func with(reason: String?) -> CrashRecord { with(lost, log: log, backtrace: backtrace, reason: reason) }

    private func with(_ lost: [LostCalls], log: [String], backtrace: [String]) -> CrashRecord {
        with(lost, log: log, backtrace: backtrace, reason: reason)
    }

    private func with(_ lost: [LostCalls], log: [String], backtrace: [String], reason: String?) -> CrashRecord {
        CrashRecord(
            id: id, vertical: vertical, generation: generation, pid: pid, date: date, signal: signal, status: status,
            reason: reason, uptime: uptime, peakMemory: peakMemory, lost: lost, backtrace: backtrace, log: log)
    }
}
