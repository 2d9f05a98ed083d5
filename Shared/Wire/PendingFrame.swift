/// A frame whose rest has not come yet.
///
/// Where its message has a long field that begins early, the field's bytes are gathered in an array of their own, which can
/// then be the field's value without a copy.
struct PendingFrame: Sendable {
    /// Memory for one frame above this many bytes is given back after it: nobody counts what a connection keeps.
    private static let keptCapacity: Int = 4 << 10
    /// Memory for a longer frame is made at once, and not doubled again and again.
    private static let doubledCapacity: Int = 64 << 10
    /// A long field begins within so many bytes of the body, or it is not looked for.
    private static let searchedBytes: Int = 4 << 10
    /// Memory is taken for so many times of what has come: a length that lies gains its sender little, and where it does not lie,
    /// a megabyte finds its place at once.
    private static let foresight: Int = 64
    /// Less is not worth a read of its own.
    private static let leastRoom: Int = 4 << 10

    /// The header, and the body without the long field.
    private(set) var front: [UInt8] = []
    /// All bytes of the frame; 0 before its header is there.
    private(set) var size: Int = 0
    /// What has come of the long field.
    private var long: [UInt8] = []
    private var longSize: Int = 0
    /// Where in ``front`` the long field belongs; 0 where there is none.
    private var longOffset: Int = 0
    /// How much of ``front`` was searched for a long field; nil where no search goes on.
    private var searched: Int?

    var isEmpty: Bool { front.isEmpty }

    /// Bytes that have come.
    var count: Int { front.count + long.count }

    /// Whether the header was there, and ``size(_:)`` was called.
    var isSized: Bool { size > 0 }

    var isComplete: Bool { isSized && count == size }

    /// Goes on by a header that is there.
    mutating func size(_ length: Int) {
        size = 4 + length
        if length >= LongField.threshold { searched = FrameHeader.size }
    }

    // MARK: Adding

    /// Takes what belongs to the frame from the beginning of `bytes`; not always all that could be taken.
    /// - Returns: how many bytes were taken.
    mutating func append(_ bytes: Span<UInt8>) -> Int {
        let part: Int = min(bytes.count, missing)
        guard part > 0 else { return 0 }
        let added: Span<UInt8> = bytes.extracting(0..<part)
        let most: Int = reach(with: part)
        if isLongNext {
            Self.append(added, to: &long, most: most)
        } else {
            Self.append(added, to: &front, most: most)
            search()
        }
        return part
    }

    private static func append(_ bytes: Span<UInt8>, to array: inout [UInt8], most: Int) {
        let needed: Int = array.count + bytes.count
        if needed > array.capacity, needed > doubledCapacity || most > doubledCapacity { array.reserveCapacity(max(needed, most)) }
        array.append(copying: bytes)
    }

    private var isLongNext: Bool { long.count < longSize }

    /// How many bytes are added to one of the arrays until something is to be decided.
    private var missing: Int {
        if !isSized { return FrameHeader.size - front.count }
        if isLongNext { return longSize - long.count }
        if searched != nil { return min(size, FrameHeader.size + Self.searchedBytes) - front.count }
        return size - count
    }

    /// How large the array may be made that grows now, once `more` bytes have come.
    private func reach(with more: Int = 0) -> Int {
        min(isLongNext ? longSize : size - longSize, Self.foresight * (count + more))
    }

    // MARK: The long field

    private mutating func search() {
        guard let start: Int = searched else { return }
        let hasMetadata: Bool = start == FrameHeader.size && FrameFlags(rawValue: front[5]).contains(.metadata)
        let (passed, long): (Int, Int?) = Self.search(front.span.extracting(start..<front.count), behindMetadata: hasMetadata)
        searched = start + passed
        if let long {
            searched = nil
            // What follows must be shorter, so that a reader can tell the one from the other.
            let rest: Int = size - (start + passed)
            if long <= rest, rest - long < long { divide(at: start + passed, long) }
        } else if front.count == min(size, FrameHeader.size + Self.searchedBytes) {
            searched = nil
        }
    }

    /// Passes over whole fields.
    /// - Returns: how many bytes were passed over; and where a long field begins behind them, its size.
    private static func search(_ bytes: Span<UInt8>, behindMetadata: Bool) -> (passed: Int, long: Int?) {
        var reader: WireReader = WireReader(bytes)
        var passed: Int = 0
        do throws(WireError) {
            if behindMetadata {
                try reader.skip(WireKey(field: 1, type: .lengthDelimited))
                passed = reader.offset
            }
            while let key: WireKey = try reader.nextKey() {
                if key.type == .lengthDelimited {
                    var ahead: WireReader = reader
                    let size: UInt64 = try ahead.varint()
                    if size >= UInt64(LongField.threshold) { return (ahead.offset, Int(clamping: size)) }
                }
                try reader.skip(key)
                passed = reader.offset
            }
        } catch {
            // A field is not whole yet, or never will be: the message's own reader says so.
        }
        return (passed, nil)
    }

    private mutating func divide(at offset: Int, _ size: Int) {
        longOffset = offset
        longSize = size
        long = [UInt8](copying: front.span.extracting(offset..<front.count))
        front.removeLast(front.count - offset)
    }

    // MARK: Reading in place

    /// How many of the next bytes may be read straight to behind what ``takeBuffer()`` gives.
    var room: Int {
        guard isSized, searched == nil, !isComplete else { return 0 }
        let room: Int = reach() - (isLongNext ? long.count : front.count)
        return room >= Self.leastRoom ? room : 0
    }

    mutating func takeBuffer() -> [UInt8] {
        let most: Int = reach()
        var buffer: [UInt8] = []
        if isLongNext { swap(&buffer, &long) } else { swap(&buffer, &front) }
        if buffer.capacity < most { buffer.reserveCapacity(most) }
        return buffer
    }

    mutating func giveBack(_ buffer: inout [UInt8]) {
        if front.isEmpty { swap(&buffer, &front) } else { swap(&buffer, &long) }
    }

    // MARK: The end

    /// Hands a complete frame to `body`, and begins anew.
    mutating func handOut(_ header: FrameHeader, _ body: (FrameHeader, FrameBody) -> Bool) -> Bool {
        var frame: PendingFrame = PendingFrame()
        swap(&frame, &self)
        let goesOn: Bool = frame.lend(header, to: body)
        if frame.front.capacity <= Self.keptCapacity {
            frame.front.removeAll(keepingCapacity: true)
            front = frame.front
        }
        return goesOn
    }

    private func lend(_ header: FrameHeader, to body: (FrameHeader, FrameBody) -> Bool) -> Bool {
        let bytes: Span<UInt8> = front.span.extracting(FrameHeader.size..<front.count)
        guard longSize > 0 else { return body(header, FrameBody(bytes)) }
        return body(header, FrameBody(bytes, LongField(bytes: long, offset: longOffset - FrameHeader.size), long.span))
    }
}
