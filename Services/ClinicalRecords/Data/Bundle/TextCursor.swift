import ClinicalRecordsDomain

/// Counts lines and characters of a text whose bytes pass by.
struct TextCursor {
    private(set) var offset: Int = 0
    private var line: Int = 1
    private var column: Int = 1

    /// The place of the byte that comes next.
    var position: TextPosition { TextPosition(line: line, column: column, offset: offset) }

    mutating func pass(_ byte: UInt8) {
        offset += 1
        if byte == 0x0A {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }

    /// Passes `count` bytes that are printable ASCII.
    mutating func pass(plain count: Int) {
        offset += count
        column += count
    }
}
