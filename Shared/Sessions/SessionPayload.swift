import ColonnadeContract
import ColonnadeWorld

/// What a token says, as a protobuf message; ``SessionToken`` has the table.
struct SessionPayload {
    let key: UInt64
    let session: UserSession

    init(key: UInt64, session: UserSession) {
        self.key = key
        self.session = session
    }

    var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.writeUnsigned(key, field: 1)
            writer.writeUUID(session.id, field: 2)
            writer.writeUUID(session.user, field: 3)
            writer.writeString(session.name, field: 4)
            writer.writeString(session.role.rawValue, field: 5)
            if let subject: String = session.subject { writer.writeString(subject, field: 6) }
            if let guardian: UUID = session.guardian { writer.writeUUID(guardian, field: 7) }
            writer.writeDate(session.issued, field: 8)
            writer.writeDate(session.expires, field: 9)
            guard let parent: ParentSession = session.parent else { return }
            writer.writeUUID(parent.id, field: 10)
            writer.writeDate(parent.issued, field: 11)
        }
    }

    init(from reader: inout WireReader) throws(WireError) {
        var fields: Fields = Fields()
        while let key: WireKey = try reader.nextKey() { try fields.read(key, from: &reader) }
        (key, session) = try fields.whole()
    }

    private struct Fields {
        var key: UInt64?
        var id: UUID?
        var user: UUID?
        var name: String?
        var role: String?
        var subject: String?
        var guardian: UUID?
        var issued: Date?
        var expires: Date?
        var parent: UUID?
        var parentIssued: Date?

        mutating func read(_ key: WireKey, from reader: inout WireReader) throws(WireError) {
            switch key.field {
            case 1: self.key = try reader.readUnsigned(key)
            case 2: id = try reader.readUUID(key)
            case 3: user = try reader.readUUID(key)
            case 4: name = try reader.readString(key)
            case 5: role = try reader.readString(key)
            case 6: subject = try reader.readString(key)
            case 7: guardian = try reader.readUUID(key)
            case 8: issued = try reader.readDate(key)
            case 9: expires = try reader.readDate(key)
            case 10: parent = try reader.readUUID(key)
            case 11: parentIssued = try reader.readDate(key)
            default: throw .unknownCase(number: key.field, payload: [])
            }
        }

        func whole() throws(WireError) -> (UInt64, UserSession) {
            guard let key else { throw .missingField(1) }
            guard let id, let user, let name, let role else { throw .missingField(2) }
            guard let issued, let expires else { throw .missingField(8) }
            let session: UserSession = UserSession(
                id: id, user: user, name: name, role: Role(rawValue: role), subject: subject, guardian: guardian,
                parent: try wholeParent(), issued: issued, expires: expires)
            return (key, session)
        }

        private func wholeParent() throws(WireError) -> ParentSession? {
            switch (parent, parentIssued) {
            case (let id?, let issued?): ParentSession(id: id, issued: issued)
            case (nil, nil): nil
            case (nil, _): throw .missingField(10)
            case (_, nil): throw .missingField(11)
            }
        }
    }
}
