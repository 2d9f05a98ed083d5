import ColonnadeContract
public import ColonnadeSystemIO
import FoundationEssentials

/// Crash reports as files, one for each, as JSON by the contract. The oldest go when there are too many.
///
/// Everything here blocks: off the loop.
public struct CrashStore: Sendable {
    /// A report in the folder.
    private struct File {
        let id: String
        let date: Date
        let size: Int
    }

    /// More than anybody reads, and less than a day of a child that crashes every quarter of an hour.
    static let mostReports: Int = 64
    static let mostBytes: Int = 16 << 20
    /// What one file may have when it is read.
    private static let mostBytesOfReport: Int = 4 << 20
    private static let ending: String = ".json"

    private let folder: String

    /// Keeps reports in `folder`, which is made when the first one comes.
    public init(folder: String) {
        self.folder = folder
    }

    /// Whether a text can be a report's name: it is part of a path.
    private static func isName(_ id: String) -> Bool {
        (1...200).contains(id.utf8.count)
            && id.utf8.allSatisfy { [0x2D, 0x40].contains($0) || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    private func path(_ id: String) -> String { "\(folder)/\(id)\(Self.ending)" }

    /// Writes a report, in place of the one of the same name, and removes the oldest beyond the limits.
    func write(_ record: CrashRecord) throws {
        guard Self.isName(record.id) else { throw SupervisorError("'\(record.id)' can not name a crash report") }
        let files: FileManager = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let value: JSONValue = try ContractJSON.decode(record.encoded(), type: "CrashRecord", in: SupervisorContract.descriptor)
        // The folder is closed to others, so it does not matter that the file is closed a moment after it is there.
        try Data(value.text(pretty: true).utf8).write(to: URL(filePath: path(record.id)), options: .atomic)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(record.id))
        prune()
    }

    /// The reports that are kept, oldest first, without logs and backtraces. Files that are no reports are left out.
    public func list() -> [CrashRecord] {
        files().compactMap { file in read(file.id).map(\.summary) }
    }

    /// One report; nil where there is none of that name.
    public func read(_ id: String) -> CrashRecord? {
        guard Self.isName(id), let data: Data = FileManager.default.contents(atPath: path(id)), data.count <= Self.mostBytesOfReport,
            let value: JSONValue = try? JSONValue(parsing: Array(data)),
            let bytes: [UInt8] = try? ContractJSON.encode(value, type: "CrashRecord", in: SupervisorContract.descriptor)
        else { return nil }
        return try? CrashRecord(decoding: bytes.span)
    }

    private func prune() {
        var left: [File] = files()
        var bytes: Int = left.reduce(0) { $0 + $1.size }
        while let oldest: File = left.first, left.count > Self.mostReports || bytes > Self.mostBytes, left.count > 1 {
            left.removeFirst()
            bytes -= oldest.size
            try? FileManager.default.removeItem(atPath: path(oldest.id))
        }
    }

    /// Oldest first.
    private func files() -> [File] {
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let found: [File] = names.compactMap { name in
            guard name.hasSuffix(Self.ending) else { return nil }
            let id: String = String(name.dropLast(Self.ending.count))
            guard Self.isName(id), let attributes = try? FileManager.default.attributesOfItem(atPath: path(id)),
                let date: Date = attributes[.modificationDate] as? Date
            else { return nil }
            return File(id: id, date: date, size: attributes.number(.size) ?? 0)
        }
        return found.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
    }
}

extension [FileAttributeKey: Any] {
    /// A number, whatever type Foundation gives it.
    package func number(_ key: FileAttributeKey) -> Int? {
        let value: Any? = self[key]
        return value as? Int ?? (value as? UInt).map { Int(clamping: $0) } ?? (value as? UInt64).map { Int(clamping: $0) }
            ?? (value as? UInt32).map { Int($0) } ?? (value as? UInt16).map { Int($0) }
    }
}

extension CrashRecord {
    /// The report without what makes it long.
    fileprivate var summary: CrashRecord {
        CrashRecord(
            id: id, vertical: vertical, generation: generation, pid: pid, date: date, signal: signal, status: status,
            reason: reason, uptime: uptime, peakMemory: peakMemory, lost: lost)
    }
}
