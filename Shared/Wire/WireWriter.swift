/// Appends values in the protobuf wire format to one growing buffer.
///
/// A nested message is written in place: one byte is kept for its length, and the body is moved apart only where it
/// turns out to be 128 bytes or longer. So no size is computed beforehand.
public struct WireWriter: Sendable {
    /// What was written so far, without a long field that was kept by itself.
    public private(set) var bytes: [UInt8]
    private let keepsLongField: Bool
    /// The long field that was kept by itself.
    private var long: LongField?

    /// Starts empty.
    /// - Parameter keepsLongField: whether the first long field of bytes may lie beside the others; ``message`` has it.
    public init(keepsLongField: Bool = false) {
        self.init(appendingTo: [], keepsLongField: keepsLongField)
    }

    /// Goes on behind `buffer`, whose storage is used again.
    /// - Parameters:
    ///   - buffer: what is there already.
    ///   - keepsLongField: whether the first long field of bytes may lie beside the others; ``message`` has it.
    public init(appendingTo buffer: consuming [UInt8], keepsLongField: Bool = false) {
        bytes = buffer
        self.keepsLongField = keepsLongField
    }

    /// All that was written.
    public var message: EncodedMessage { EncodedMessage(bytes, long: long) }

    /// The long field that was kept by itself, and where it belongs in ``bytes``; nil where there is none.
    public var longField: (bytes: [UInt8], offset: Int)? { long.map { ($0.bytes, $0.offset) } }

    /// Whether a long field was kept by itself: asked for every frame, which ``longField`` would copy it for.
    public var hasLongField: Bool { long != nil }

    /// Takes ``bytes`` out, without a copy.
    public mutating func takeBytes() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        return taken
    }

    /// How many bytes were written behind the first `start` of ``bytes``, those of the long field among them.
    public func length(from start: Int) -> Int {
        guard let long, long.offset >= start else { return bytes.count - start }
        return bytes.count - start + long.bytes.count
    }

    /// Makes room for `count` more bytes. Room is doubled at least, so that a reservation for every element of a list
    /// does not copy the list every time.
    public mutating func reserve(_ count: Int) {
        let needed: Int = bytes.count + count
        if needed > bytes.capacity { bytes.reserveCapacity(max(needed, 2 * bytes.capacity)) }
    }

    // MARK: Fields

    /// A Bool as a varint of 0 or 1.
    public mutating func writeBool(_ value: Bool, field: UInt32) {
        key(field, .varint)
        varint(value ? 1 : 0)
    }

    /// A signed integer of any width, as sint64 (zigzag).
    public mutating func writeSigned(_ value: Int64, field: UInt32) {
        key(field, .varint)
        zigzag(value)
    }

    /// An unsigned integer of any width, as uint64; also the number of an enum's case.
    public mutating func writeUnsigned(_ value: UInt64, field: UInt32) {
        key(field, .varint)
        varint(value)
    }

    /// A plain int64: times and durations in nanoseconds.
    public mutating func writePlain(_ value: Int64, field: UInt32) {
        key(field, .varint)
        varint(UInt64(bitPattern: value))
    }

    /// A Float as four bytes.
    public mutating func writeFloat(_ value: Float, field: UInt32) {
        key(field, .fixed32)
        fixed32(value.bitPattern)
    }

    /// A Double as eight bytes.
    public mutating func writeDouble(_ value: Double, field: UInt32) {
        key(field, .fixed64)
        fixed64(value.bitPattern)
    }

    /// A string as UTF-8 behind its length.
    public mutating func writeString(_ value: String, field: UInt32) {
        key(field, .lengthDelimited)
        string(value)
    }

    /// Bytes behind their length.
    public mutating func writeBytes(_ value: [UInt8], field: UInt32) {
        key(field, .lengthDelimited)
        varint(UInt64(value.count))
        if value.count >= LongField.threshold, keepsLongField, long == nil {
            long = LongField(bytes: value, offset: bytes.count)
        } else {
            bytes.append(contentsOf: value)
        }
    }

    /// A nested message behind its length.
    @inlinable
    public mutating func writeMessage<Message: WireMessage>(_ message: Message, field: UInt32) {
        writeNested(field: field) { message.encode(into: &$0) }
    }

    /// A length-delimited field whose content `body` writes: a message, a map entry, a packed array.
    @inlinable
    public mutating func writeNested(field: UInt32, _ body: (inout WireWriter) -> Void) {
        let start: Int = openNested(field: field)
        body(&self)
        closeNested(start)
    }

    @usableFromInline
    mutating func openNested(field: UInt32) -> Int {
        key(field, .lengthDelimited)
        bytes.append(0)
        return bytes.count
    }

    @usableFromInline
    mutating func closeNested(_ start: Int) {
        let length: Int = length(from: start)
        guard length >= 0x80 else {
            bytes[start - 1] = UInt8(length)
            return
        }
        let more: Int = (63 - length.leadingZeroBitCount) / 7
        bytes.insert(contentsOf: repeatElement(0, count: more), at: start)
        if let inner: LongField = long, inner.offset >= start { long = LongField(bytes: inner.bytes, offset: inner.offset + more) }
        var rest: Int = length
        for index: Int in start - 1..<start + more {
            bytes[index] = UInt8(truncatingIfNeeded: rest) | (index < start - 1 + more ? 0x80 : 0)
            rest >>= 7
        }
    }

    // MARK: Bare values, as packed arrays hold them

    /// What stands before a value. `field` is 1 to 2^29 - 1; a reader refuses others.
    public mutating func key(_ field: UInt32, _ type: WireType) {
        varint(UInt64(field) << 3 | UInt64(type.rawValue))
    }

    /// An unsigned number of one to ten bytes, seven bits each, the lowest first.
    public mutating func varint(_ value: UInt64) {
        if value < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value))
            return
        }
        // One check for room instead of one a byte.
        bytes.append(addingCapacity: 10) { output in
            var rest: UInt64 = value
            while rest >= 0x80 {
                output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            output.append(UInt8(truncatingIfNeeded: rest))
        }
    }

    /// A signed number, written so that small ones of either sign are short.
    public mutating func zigzag(_ value: Int64) {
        varint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// Four bytes, the lowest first.
    public mutating func fixed32(_ value: UInt32) {
        bytes.append(addingCapacity: 4) { output in
            for index: UInt32 in 0..<4 { output.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        }
    }

    /// Eight bytes, the lowest first.
    public mutating func fixed64(_ value: UInt64) {
        bytes.append(addingCapacity: 8) { output in
            for index: UInt64 in 0..<8 { output.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        }
    }

    /// A string as UTF-8 behind its length.
    public mutating func string(_ value: String) {
        let text: String.UTF8View = value.utf8
        varint(UInt64(text.count))
        bytes.append(contentsOf: text)
    }

    /// Appends bytes that are encoded already.
    public mutating func raw(_ value: [UInt8]) {
        bytes.append(contentsOf: value)
    }

    mutating func appendFrame(_ header: FrameHeader, _ body: [UInt8]) {
        bytes.append(frame: header, body: body)
    }

    /// A header whose length is put in when the body is there.
    mutating func appendHeader(_ header: FrameHeader) {
        bytes.append(header: header, bodyBytes: 0)
    }

    /// Puts `value` over four bytes that were written before.
    mutating func overwrite32(_ value: UInt32, at offset: Int) {
        var span: MutableSpan<UInt8> = bytes.mutableSpan
        for index: Int in 0..<4 { span[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index)) }
    }
}
