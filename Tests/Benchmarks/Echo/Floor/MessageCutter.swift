/// Cuts what is read into messages of 64 bytes.
struct MessageCutter {
    static let messageBytes: Int = 64

    /// The beginning of a message whose rest has not come yet.
    private var pending: [UInt8] = []

    mutating func cut(_ bytes: borrowing Span<UInt8>, _ body: ([UInt8]) -> Void) {
        var position: Int = 0
        while bytes.count - position >= Self.messageBytes - pending.count {
            let end: Int = position + Self.messageBytes - pending.count
            var message: [UInt8] = pending
            pending = []
            message.append(copying: bytes.extracting(position..<end))
            body(message)
            position = end
        }
        if position < bytes.count { pending.append(copying: bytes.extracting(position..<bytes.count)) }
    }
}
