import ClinicalRecordsData
import ClinicalRecordsDomain

/// Cursors as callers keep them: text that says nothing, and can not be mistaken for another board's.
enum RecordCursor {
    /// In bytes; what is longer is none of ours.
    private static let longest: Int = 128

    /// `h` + time + `.` + number, in base 36; a dash for no time.
    static func text(_ mark: RecordMark) -> String {
        let time: String = mark.time.map { String($0.microseconds, radix: 36) } ?? "none"
        return "h.\(time).\(String(mark.number, radix: 36))"
    }

    static func text(change: Int64) -> String { "f.\(String(change, radix: 36))" }

    static func text(patient: String) -> String { "p.\(patient)" }

    /// - Throws: ``RecordsProblem/invalidCursor(_:)``.
    static func patient(_ text: String) throws -> String {
        guard text.hasPrefix("p."), 2 < text.utf8.count, text.utf8.count <= longest else { throw RecordsProblem.invalidCursor(text) }
        return String(text.dropFirst(2))
    }

    /// - Throws: ``RecordsProblem/invalidCursor(_:)``.
    static func mark(_ text: String) throws -> RecordMark {
        guard text.utf8.count <= longest else { throw RecordsProblem.invalidCursor(text) }
        let parts: [Substring] = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "h", let number: Int64 = Int64(parts[2], radix: 36), number > 0 else {
            throw RecordsProblem.invalidCursor(text)
        }
        if parts[1] == "none" { return RecordMark(time: nil, number: number) }
        guard let time: Int64 = Int64(parts[1], radix: 36) else { throw RecordsProblem.invalidCursor(text) }
        return RecordMark(time: Moment(microseconds: time), number: number)
    }

    /// - Throws: ``RecordsProblem/invalidCursor(_:)``.
    static func change(_ text: String) throws -> Int64 {
        guard text.hasPrefix("f."), let change: Int64 = Int64(text.dropFirst(2), radix: 36), change >= 0 else {
            throw RecordsProblem.invalidCursor(text)
        }
        return change
    }
}
