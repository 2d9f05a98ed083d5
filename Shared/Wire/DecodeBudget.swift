/// What is left of the memory that one message may take once it is decoded.
///
/// Two bytes on the wire are a message with no fields, and that is a value of a hundred bytes or more in an array: a
/// frame of 16 MiB of them would take gigabytes. All readers of one message share one budget. It is a class because
/// they borrow from each other as the nesting goes, and only long messages have one.
@usableFromInline
final class DecodeBudget {
    /// The outermost message's field that lies beside the others; it is kept here because only long messages have one.
    let long: LongField?
    /// Bytes that may still be taken; never below 0.
    private var left: Int
    /// Bytes of text beyond ASCII that may still be taken; never below 0.
    private var leftOfText: Int = WireReader.maximumTextBytes

    init(_ bytes: Int, long: LongField? = nil) {
        left = bytes
        self.long = long
    }

    @usableFromInline
    func take(_ bytes: Int) throws(WireError) {
        guard bytes <= left else { throw .tooLarge(limit: WireReader.maximumDecodedBytes) }
        left -= bytes
    }

    func takeText(_ bytes: Int) throws(WireError) {
        guard bytes <= leftOfText else { throw .tooMuchText(limit: WireReader.maximumTextBytes) }
        leftOfText -= bytes
    }
}
