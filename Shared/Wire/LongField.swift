/// A long field of bytes, kept beside the message that it belongs to: it is neither copied into the message nor out of it.
@usableFromInline
struct LongField: Sendable {
    /// From this size a field is kept by itself, at either end. A shorter one is copied in less time than that takes.
    static let threshold: Int = 64 << 10

    @usableFromInline let bytes: [UInt8]
    /// Where the field's bytes belong: behind so many of the message's others.
    let offset: Int

    /// The whole message, whose other bytes are `others`.
    func joined(with others: [UInt8]) -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(others.count + bytes.count)
        all += others[..<offset]
        all += bytes
        all += others[offset...]
        return all
    }
}
