import typealias FoundationEssentials.uuid_t

extension WireWriter {
    /// A UUID, as its 16 bytes.
    public mutating func writeUUID(_ value: UUID, field: UInt32) {
        let id: uuid_t = value.uuid
        writeBytes(
            [
                id.0, id.1, id.2, id.3, id.4, id.5, id.6, id.7,
                id.8, id.9, id.10, id.11, id.12, id.13, id.14, id.15,
            ], field: field)
    }
}

extension WireReader {
    /// A UUID, from its 16 bytes.
    /// - Throws: ``WireError/invalidLength(field:)`` for anything but 16 bytes.
    public mutating func readUUID(_ key: WireKey) throws(WireError) -> UUID {
        let id: [UInt8] = try readBytes(key)
        guard id.count == 16 else { throw .invalidLength(field: key.field) }
        return UUID(
            uuid: (
                id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7],
                id[8], id[9], id[10], id[11], id[12], id[13], id[14], id[15]
            ))
    }
}
