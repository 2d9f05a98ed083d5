private import ColonnadePrelude

/// Reads values in the protobuf wire format straight from the bytes that a socket delivered.
///
/// The reader borrows its bytes and can not outlive them. It never reads past its end, whatever the bytes say.
public struct WireReader: ~Escapable {
    /// How deep messages may be nested: a peer can not exhaust the stack.
    public static let maximumDepth: Int = 64

    /// Most bytes of memory that the strings, arrays and messages in one message may take, together: eight times
    /// the longest frame. Arrays that grow may take twice as much for a moment.
    public static let maximumDecodedBytes: Int = 128 << 20

    /// Most bytes of the texts in one message that are not ASCII, together. To check them, and to look for marks in a row, takes up to 6 ns
    /// a byte; a document that is longer travels as bytes.
    public static let maximumTextBytes: Int = 2 << 20

    /// A message up to this long has no budget: it can't hold enough to matter.
    private static let freeBytes: Int = 64 << 10
    /// A text up to this many bytes is not looked through for marks in a row: to sort so few costs nothing.
    private static let uncheckedText: Int = 128
    /// What a value on the heap takes beside its content.
    private static let heapBytes: Int = 48

    /// Bytes read so far; never above `bytes.count`.
    public private(set) var offset: Int
    /// Whether an open enum may take a case that this contract does not know. A provider says no for an Input or a
    /// Command; nested readers go by it too.
    public var acceptsUnknownCases: Bool
    let bytes: Span<UInt8>
    let depth: Int
    @usableFromInline let budget: DecodeBudget?
    /// The content of ``DecodeBudget/long``, where it belongs to this message and not to one around it.
    private let longBytes: Span<UInt8>

    /// Reads one message, which takes up all of `bytes`.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        let budget: DecodeBudget? = bytes.count > Self.freeBytes ? DecodeBudget(Self.maximumDecodedBytes) : nil
        self.init(bytes, depth: 0, budget: budget, acceptsUnknownCases: true)
    }

    /// Reads one message, which takes up all of a frame's body from `start` on; no long field begins before it.
    @_lifetime(copy body)
    public init(_ body: FrameBody, from start: Int = 0) {
        let bytes: Span<UInt8> = start == 0 ? body.bytes : body.bytes.extracting(start..<body.bytes.count)
        guard let long: LongField = body.long else {
            self.init(bytes)
            return
        }
        self.init(bytes, LongField(bytes: long.bytes, offset: long.offset - start), body.longBytes)
    }

    @_lifetime(copy bytes, copy longBytes)
    private init(_ bytes: Span<UInt8>, _ long: LongField, _ longBytes: Span<UInt8>) {
        self.bytes = bytes
        self.longBytes = longBytes
        depth = 0
        budget = DecodeBudget(Self.maximumDecodedBytes, long: long)
        offset = 0
        acceptsUnknownCases = true
    }

    @_lifetime(copy bytes)
    private init(_ bytes: Span<UInt8>, depth: Int, budget: DecodeBudget?, acceptsUnknownCases: Bool) {
        self.bytes = bytes
        longBytes = Span()
        self.depth = depth
        self.budget = budget
        self.offset = 0
        self.acceptsUnknownCases = acceptsUnknownCases
    }

    /// Whether all bytes are read.
    public var isAtEnd: Bool { offset == bytes.count }

    // MARK: Fields

    /// The next field's key, or nil at the end.
    public mutating func nextKey() throws(WireError) -> WireKey? {
        if isAtEnd { return nil }
        let value: UInt64 = try varint()
        guard value >> 3 >= 1, value >> 3 < 1 << 29 else { throw .invalidFieldNumber }
        guard let type: WireType = WireType(rawValue: UInt8(value & 7)) else { throw .invalidWireType(UInt8(value & 7)) }
        return WireKey(field: UInt32(value >> 3), type: type)
    }

    /// Passes over the value of a field that is not known.
    public mutating func skip(_ key: WireKey) throws(WireError) {
        switch key.type {
        case .varint: _ = try varint()
        case .fixed32: try advance(4)
        case .fixed64: try advance(8)
        case .lengthDelimited: _ = try lengthDelimited()
        }
    }

    /// A Bool; any number but 0 is true.
    public mutating func readBool(_ key: WireKey) throws(WireError) -> Bool {
        try expect(key, .varint)
        return try varint() != 0
    }

    /// A signed integer of any width.
    @inlinable
    public mutating func readSigned<Value: SignedInteger & FixedWidthInteger>(_ key: WireKey) throws(WireError) -> Value {
        try expect(key, .varint)
        guard let value: Value = Value(exactly: try zigzag()) else { throw .outOfRange(field: key.field) }
        return value
    }

    /// An unsigned integer of any width; also the number of an enum's case.
    @inlinable
    public mutating func readUnsigned<Value: UnsignedInteger & FixedWidthInteger>(_ key: WireKey) throws(WireError) -> Value {
        try expect(key, .varint)
        guard let value: Value = Value(exactly: try varint()) else { throw .outOfRange(field: key.field) }
        return value
    }

    /// A plain int64: times and durations in nanoseconds.
    public mutating func readPlain(_ key: WireKey) throws(WireError) -> Int64 {
        try expect(key, .varint)
        return Int64(bitPattern: try varint())
    }

    /// A Float of four bytes, its payload kept where it is not a number.
    public mutating func readFloat(_ key: WireKey) throws(WireError) -> Float {
        try expect(key, .fixed32)
        return Float(bitPattern: try fixed32())
    }

    /// A Double of eight bytes, its payload kept where it is not a number.
    public mutating func readDouble(_ key: WireKey) throws(WireError) -> Double {
        try expect(key, .fixed64)
        return Double(bitPattern: try fixed64())
    }

    /// A string; throws ``WireError/invalidUTF8`` where the bytes are none.
    public mutating func readString(_ key: WireKey) throws(WireError) -> String {
        try expect(key, .lengthDelimited)
        return try string()
    }

    /// Bytes; copied, but for a long field that came in an array of its own.
    public mutating func readBytes(_ key: WireKey) throws(WireError) -> [UInt8] {
        try expect(key, .lengthDelimited)
        let content: Span<UInt8> = try lengthDelimited()
        if content.isEmpty { return [] }
        try budget?.take(content.count + Self.heapBytes)
        if content.count == longBytes.count, let long: LongField = budget?.long { return long.bytes }
        return [UInt8](copying: content)
    }

    /// A nested message; throws ``WireError/tooDeep`` and ``WireError/tooLarge(limit:)`` where it costs too much.
    @inlinable
    public mutating func readMessage<Message: WireMessage>(_ key: WireKey) throws(WireError) -> Message {
        try budget?.take(MemoryLayout<Message>.stride)
        var nested: WireReader = try readNested(key)
        return try Message(from: &nested)
    }

    /// A reader of a length-delimited field's content: a message, a map entry.
    @_lifetime(copy self)
    public mutating func readNested(_ key: WireKey) throws(WireError) -> WireReader {
        try expect(key, .lengthDelimited)
        guard depth < Self.maximumDepth else { throw .tooDeep }
        let content: Span<UInt8> = try lengthDelimited()
        if !content.isEmpty { try budget?.take(Self.heapBytes) }
        return WireReader(content, depth: depth + 1, budget: budget, acceptsUnknownCases: acceptsUnknownCases)
    }

    /// A reader of the bare values of a repeated number, which may come packed or one by one.
    @_lifetime(copy self)
    public mutating func readPacked(_ key: WireKey, of type: WireType) throws(WireError) -> WireReader {
        if key.type == .lengthDelimited {
            let content: Span<UInt8> = try lengthDelimited()
            // A varint of one byte is a number of eight.
            try budget?.take(type == .varint ? 8 * content.count : content.count)
            return WireReader(content, depth: depth, budget: budget, acceptsUnknownCases: acceptsUnknownCases)
        }
        try expect(key, type)
        let start: Int = offset
        try skip(key)
        return WireReader(
            bytes.extracting(start..<offset), depth: depth, budget: budget, acceptsUnknownCases: acceptsUnknownCases)
    }

    /// Counts memory that a value takes whose bytes alone do not tell: an empty optional in an array, say.
    @inlinable
    public func spend(_ bytes: Int) throws(WireError) {
        try budget?.take(bytes)
    }

    // MARK: Bare values, as packed arrays hold them

    /// An unsigned number of one to ten bytes, seven bits each, the lowest first.
    public mutating func varint() throws(WireError) -> UInt64 {
        guard offset < bytes.count else { throw .truncated }
        let first: UInt8 = bytes[offset]
        if first < 0x80 {
            offset += 1
            return UInt64(first)
        }
        return try longVarint()
    }

    private mutating func longVarint() throws(WireError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        var index: Int = offset
        while index < bytes.count {
            let byte: UInt8 = bytes[index]
            if shift == 63, byte > 1 { throw .invalidVarint }
            value |= UInt64(byte & 0x7f) << shift
            index += 1
            if byte < 0x80 {
                offset = index
                return value
            }
            shift += 7
        }
        throw .truncated
    }

    /// A signed number, written so that small ones of either sign are short.
    public mutating func zigzag() throws(WireError) -> Int64 {
        let value: UInt64 = try varint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// Four bytes, the lowest first.
    public mutating func fixed32() throws(WireError) -> UInt32 {
        let start: Int = offset
        try advance(4)
        let part: Span<UInt8> = bytes.extracting(start..<offset)
        var value: UInt32 = 0
        for index: Int in 0..<4 { value |= UInt32(part[index]) << UInt32(8 * index) }
        return value
    }

    /// Eight bytes, the lowest first.
    public mutating func fixed64() throws(WireError) -> UInt64 {
        let start: Int = offset
        try advance(8)
        let part: Span<UInt8> = bytes.extracting(start..<offset)
        var value: UInt64 = 0
        for index: Int in 0..<8 { value |= UInt64(part[index]) << UInt64(8 * index) }
        return value
    }

    /// A string behind its length, in the form of `String.streamSafe`.
    public mutating func string() throws(WireError) -> String {
        let content: Span<UInt8> = try lengthDelimited()
        // A string of up to 15 bytes lies in the value itself.
        if content.count > 15 { try budget?.take(content.count + Self.heapBytes) }
        let text: UTF8Span
        do { text = try UTF8Span(validating: content) } catch { throw .invalidUTF8 }
        if text.isKnownASCII { return String(copying: text) }
        try budget?.takeText(content.count)
        return content.count <= Self.uncheckedText ? String(copying: text) : String(copying: text).streamSafe
    }

    // MARK: Checks

    @usableFromInline
    func expect(_ key: WireKey, _ type: WireType) throws(WireError) {
        guard key.type == type else { throw .unexpectedWireType(field: key.field) }
    }

    /// The content of a length-delimited field.
    @_lifetime(copy self)
    private mutating func lengthDelimited() throws(WireError) -> Span<UInt8> {
        let count: UInt64 = try varint()
        guard count <= UInt64(bytes.count - offset) else { return try longContent(count) }
        let start: Int = offset
        offset += Int(count)
        return bytes.extracting(start..<offset)
    }

    /// The content of the long field, which is longer than all that follows it.
    @_lifetime(copy self)
    private func longContent(_ count: UInt64) throws(WireError) -> Span<UInt8> {
        guard count == UInt64(longBytes.count), !longBytes.isEmpty, offset == budget?.long?.offset else { throw .truncated }
        return longBytes
    }

    private mutating func advance(_ count: Int) throws(WireError) {
        guard count <= bytes.count - offset else { throw .truncated }
        offset += count
    }
}
