import ColonnadeContract

/// Writes `.proto` files as a `FileDescriptorSet`, as google/protobuf/descriptor.proto numbers its fields.
enum ProtoDescriptorSet {
    private static let optional: UInt64 = 1
    private static let repeated: UInt64 = 3
    private static let messageType: UInt64 = 11
    private static let enumType: UInt64 = 14
    private static let idempotent: UInt64 = 2

    static func bytes(_ files: [ProtoFile]) -> [UInt8] {
        WireWriter.message { writer in
            for file: ProtoFile in files { writer.writeNested(field: 1) { write(file, to: &$0) } }
        }
    }

    private static func write(_ file: ProtoFile, to writer: inout WireWriter) {
        writer.writeString(file.name, field: 1)
        writer.writeString(file.package, field: 2)
        for message: ProtoMessage in file.messages { writer.writeNested(field: 4) { write(message, in: ".\(file.package)", to: &$0) } }
        for item: ProtoEnum in file.enums { writer.writeNested(field: 5) { write(item, to: &$0) } }
        if let service: ProtoService = file.service { writer.writeNested(field: 6) { write(service, to: &$0) } }
        writer.writeString("proto3", field: 12)
    }

    private static func write(_ message: ProtoMessage, in outer: String, to writer: inout WireWriter) {
        let scope: String = "\(outer).\(message.name)"
        var oneofs: [String] = message.oneof.map { [$0] } ?? []
        writer.writeString(message.name, field: 1)
        for field: ProtoField in message.fields {
            writer.writeNested(field: 2) { write(field, in: scope, oneofs: &oneofs, to: &$0) }
        }
        for field: ProtoField in message.fields {
            if case .map(let key, let value) = field.kind { writer.writeNested(field: 3) { writeEntry(field, key, value, to: &$0) } }
        }
        for nested: ProtoMessage in message.messages { writer.writeNested(field: 3) { write(nested, in: scope, to: &$0) } }
        for item: ProtoEnum in message.enums { writer.writeNested(field: 4) { write(item, to: &$0) } }
        for name: String in oneofs { writer.writeNested(field: 8) { $0.writeString(name, field: 1) } }
        for number: UInt32 in message.reserved { writer.writeNested(field: 9) { writeRange(number, number + 1, to: &$0) } }
    }

    private static func write(_ field: ProtoField, in scope: String, oneofs: inout [String], to writer: inout WireWriter) {
        switch field.kind {
        case .optional(let type):
            // What `optional` means in proto3: a oneof of its own for each such field.
            writeField(field.name, field.number, optional, type, oneof: oneofs.count, isOptional: true, to: &writer)
            oneofs.append("_\(field.name)")
        case .repeated(let type): writeField(field.name, field.number, repeated, type, to: &writer)
        case .map:
            let entry: ProtoType = .message("\(scope).\(ProtoName.entry(field.name))")
            writeField(field.name, field.number, repeated, entry, to: &writer)
        case .alternative(let type): writeField(field.name, field.number, optional, type, oneof: 0, to: &writer)
        }
    }

    private static func writeField(
        _ name: String, _ number: UInt32, _ label: UInt64, _ type: ProtoType, oneof: Int? = nil, isOptional: Bool = false,
        to writer: inout WireWriter
    ) {
        writer.writeString(name, field: 1)
        writer.writeUnsigned(UInt64(number), field: 3)
        writer.writeUnsigned(label, field: 4)
        switch type {
        case .scalar(let scalar): writer.writeUnsigned(scalar.rawValue, field: 5)
        case .message(let name):
            writer.writeUnsigned(messageType, field: 5)
            writer.writeString(name, field: 6)
        case .choice(let name):
            writer.writeUnsigned(enumType, field: 5)
            writer.writeString(name, field: 6)
        }
        if let oneof { writer.writeUnsigned(UInt64(oneof), field: 9) }
        writer.writeString(ProtoName.json(name), field: 10)
        if isOptional { writer.writeBool(true, field: 17) }
    }

    private static func writeEntry(_ field: ProtoField, _ key: ProtoType, _ value: ProtoType, to writer: inout WireWriter) {
        writer.writeString(ProtoName.entry(field.name), field: 1)
        writer.writeNested(field: 2) { writeField("key", 1, optional, key, to: &$0) }
        writer.writeNested(field: 2) { writeField("value", 2, optional, value, to: &$0) }
        writer.writeNested(field: 7) { $0.writeBool(true, field: 7) }
    }

    private static func write(_ item: ProtoEnum, to writer: inout WireWriter) {
        writer.writeString(item.name, field: 1)
        for value: ProtoEnumValue in item.values {
            writer.writeNested(field: 2) { writer in
                writer.writeString(value.name, field: 1)
                writer.writeUnsigned(UInt64(value.number), field: 2)
            }
        }
        // The end of an enum's range belongs to it, that of a message's does not.
        for number: UInt32 in item.reserved { writer.writeNested(field: 4) { writeRange(number, number, to: &$0) } }
    }

    private static func write(_ service: ProtoService, to writer: inout WireWriter) {
        writer.writeString(service.name, field: 1)
        for method: ProtoMethod in service.methods {
            writer.writeNested(field: 2) { writer in
                writer.writeString(method.name, field: 1)
                writer.writeString(name(of: method.input), field: 2)
                writer.writeString(name(of: method.output), field: 3)
                if method.isIdempotent { writer.writeNested(field: 4) { $0.writeUnsigned(idempotent, field: 34) } }
                if method.isStreaming { writer.writeBool(true, field: 6) }
            }
        }
    }

    private static func writeRange(_ start: UInt32, _ end: UInt32, to writer: inout WireWriter) {
        writer.writeUnsigned(UInt64(start), field: 1)
        writer.writeUnsigned(UInt64(end), field: 2)
    }

    private static func name(of type: ProtoType) -> String {
        switch type {
        case .message(let name), .choice(let name): name
        case .scalar: preconditionFailure("a body is a message")
        }
    }
}
