import ColonnadeContract

/// The message in the bytes; an array owns them, so that an expectation may capture it.
func decode<Message: WireMessage>(_ type: Message.Type, _ bytes: [UInt8]) throws(WireError) -> Message {
    try Message(decoding: bytes.span)
}
