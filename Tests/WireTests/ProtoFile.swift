import ColonnadeWire

/// What stock protoc says a .proto file holds: the few fields of google.protobuf.FileDescriptorSet that are compared,
/// read with the reader under test.
struct ProtoFile: WireMessage {
    private(set) var messages: [ProtoMessage] = []
    private(set) var enums: [ProtoEnum] = []

    func encode(into writer: inout WireWriter) {}

    /// Files are field 1 of the set; their messages and enums are fields 4 and 5.
    init(from reader: inout WireReader) throws(WireError) {
        while let key: WireKey = try reader.nextKey() {
            var file: WireReader = try reader.readNested(key)
            while let key: WireKey = try file.nextKey() {
                switch key.field {
                case 4: messages.append(try file.readMessage(key))
                case 5: enums.append(try file.readMessage(key))
                default: try file.skip(key)
                }
            }
        }
    }
}

struct ProtoMessage: WireMessage {
    private(set) var name: String = ""
    private(set) var fields: [ProtoField] = []

    func encode(into writer: inout WireWriter) {}

    init(from reader: inout WireReader) throws(WireError) {
        while let key: WireKey = try reader.nextKey() {
            switch key.field {
            case 1: name = try reader.readString(key)
            case 2: fields.append(try reader.readMessage(key))
            default: try reader.skip(key)
            }
        }
    }
}

struct ProtoField: WireMessage {
    /// The name in lower camel case, as protobuf's JSON has it and Swift too.
    private(set) var name: String = ""
    private(set) var number: UInt32 = 0
    private(set) var isRepeated: Bool = false
    private(set) var hasPresence: Bool = false
    /// `uint32`, or the name of a message.
    private(set) var type: String = ""

    func encode(into writer: inout WireWriter) {}

    init(from reader: inout WireReader) throws(WireError) {
        while let key: WireKey = try reader.nextKey() {
            switch key.field {
            case 3: number = try reader.readUnsigned(key)
            case 4: isRepeated = try (reader.readUnsigned(key) as UInt32) == 3
            case 5: if type.isEmpty { type = Self.scalar(try reader.readUnsigned(key)) }
            case 6: type = String(try reader.readString(key).split(separator: ".").last ?? "")
            case 10: name = try reader.readString(key)
            case 17: hasPresence = try reader.readBool(key)
            default: try reader.skip(key)
            }
        }
    }

    /// The types in use, by their numbers in google.protobuf.FieldDescriptorProto.Type.
    private static func scalar(_ number: UInt32) -> String {
        let names: [UInt32: String] = [3: "int64", 4: "uint64", 8: "bool", 9: "string", 11: "", 13: "uint32", 18: "sint64"]
        return names[number] ?? "type \(number)"
    }
}

struct ProtoEnum: WireMessage {
    private(set) var name: String = ""
    /// Numbers by name.
    private(set) var values: [String: UInt32] = [:]

    func encode(into writer: inout WireWriter) {}

    init(from reader: inout WireReader) throws(WireError) {
        while let key: WireKey = try reader.nextKey() {
            switch key.field {
            case 1: name = try reader.readString(key)
            case 2:
                var value: WireReader = try reader.readNested(key)
                var name: String = ""
                var number: UInt32 = 0
                while let key: WireKey = try value.nextKey() {
                    switch key.field {
                    case 1: name = try value.readString(key)
                    case 2: number = try value.readUnsigned(key)
                    default: try value.skip(key)
                    }
                }
                values[name] = number
            default: try reader.skip(key)
            }
        }
    }
}
