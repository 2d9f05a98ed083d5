import AppointmentsData
public import AppointmentsDomain

/// Cursors as callers keep them: text that says nothing, and can not be mistaken for another board's.
public struct AppointmentCursor: PageSlotsInterface {
    /// In bytes; what is longer is none of ours.
    private static let longest: Int = 1_024

    public init() {}

    static func text(_ mark: AppointmentRepository.Mark) -> String {
        "l.\(String(mark.start, radix: 36)).\(String(mark.number, radix: 36))"
    }

    static func text(event number: Int64) -> String { "e.\(String(number, radix: 36))" }

    /// - Throws: ``AppointmentsProblem/invalidCursor(_:)``.
    static func mark(_ text: String) throws(AppointmentsProblem) -> AppointmentRepository.Mark {
        let parts: [Substring] = parts(of: text)
        guard parts.count == 3, parts[0] == "l", let start: Int64 = Int64(parts[1], radix: 36),
            let number: Int64 = Int64(parts[2], radix: 36), number > 0
        else { throw .invalidCursor(text) }
        return AppointmentRepository.Mark(start: start, number: number)
    }

    /// - Throws: ``AppointmentsProblem/invalidCursor(_:)``.
    static func event(_ text: String) throws(AppointmentsProblem) -> Int64 {
        guard text.hasPrefix("e."), let number: Int64 = Int64(text.dropFirst(2), radix: 36), number >= 0 else {
            throw .invalidCursor(text)
        }
        return number
    }

    public func cursor(after slot: SlotDomainModel) -> String {
        "s.\(String(slot.start.seconds, radix: 36)).\(Self.hexadecimal(slot.clinic)).\(Self.hexadecimal(slot.practitioner))"
    }

    public func position(of cursor: String) throws(AppointmentsProblem) -> SlotPosition {
        let parts: [Substring] = Self.parts(of: cursor)
        guard parts.count == 4, parts[0] == "s", let start: Int64 = Int64(parts[1], radix: 36),
            let clinic: String = Self.text(hexadecimal: parts[2]), let practitioner: String = Self.text(hexadecimal: parts[3])
        else { throw .invalidCursor(cursor) }
        return SlotPosition(start: Moment(seconds: start), clinic: clinic, practitioner: practitioner)
    }

    private static func parts(of text: String) -> [Substring] {
        text.utf8.count <= longest ? text.split(separator: ".", omittingEmptySubsequences: false) : []
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func text(hexadecimal: Substring) -> String? {
        let digits: [Int] = hexadecimal.compactMap(\.hexDigitValue)
        guard digits.count == hexadecimal.count, digits.count.isMultiple(of: 2) else { return nil }
        let bytes: [UInt8] = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        return String(validating: bytes, as: UTF8.self)
    }
}
