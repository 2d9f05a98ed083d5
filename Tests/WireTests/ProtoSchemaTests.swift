import ColonnadeContract
import Foundation
import Testing

/// wire.proto and the locks of the frame bodies say the same, field by field.
@Suite struct ProtoSchemaTests {
    /// The forms in which optional arrays travel.
    private static let lists: [String: String] = ["[CaseDescriptor]?": "CaseList", "[String]?": "NameList"]

    @Test func everyBodyFieldByField() throws {
        var described: [String: ProtoMessage] = [:]
        for message: ProtoMessage in try Protoc.schema().messages { described[message.name] = message }
        for list: String in Self.lists.values { described[list] = nil }
        for type: TypeDescriptor in try lockedTypes() {
            let found: ProtoMessage? = described.removeValue(forKey: type.name)
            let message: ProtoMessage = try #require(found, "\(type.name) is not in wire.proto")
            #expect(message.fields.map(\.name) == type.fields.map(\.name), "\(type.name)")
            for (field, locked): (ProtoField, FieldDescriptor) in zip(message.fields, type.fields) {
                #expect(field.number == locked.number, "\(type.name).\(locked.name)")
                let expected: (type: String, isRepeated: Bool) = proto(locked.type)
                #expect(field.type == expected.type, "\(type.name).\(locked.name)")
                #expect(field.isRepeated == expected.isRepeated, "\(type.name).\(locked.name)")
                #expect(field.hasPresence == !expected.isRepeated, "\(type.name).\(locked.name) is explicitly optional")
            }
        }
        #expect(described.isEmpty, "in wire.proto and in no lock: \(described.keys.sorted())")
    }

    private func lockedTypes() throws -> [TypeDescriptor] {
        var types: [TypeDescriptor] = []
        for path: String in ["Frames/Frames.contract.json", "Descriptors/Descriptors.contract.json"] {
            let data: Data = try Data(contentsOf: Protoc.root.appending(path: "Shared/Contract/\(path)"))
            let contract: ContractDescriptor = try JSONDecoder().decode(ContractDescriptor.self, from: data)
            types += contract.types.filter { type in !types.contains { $0.name == type.name } }
        }
        return types
    }

    /// A Swift type in protobuf's words.
    private func proto(_ type: String) -> (type: String, isRepeated: Bool) {
        if let list: String = Self.lists[type] { return (list, false) }
        if type.hasSuffix("?") { return proto(String(type.dropLast())) }
        if type.hasPrefix("["), type.hasSuffix("]") { return (proto(String(type.dropFirst().dropLast())).type, true) }
        let scalars: [String: String] = [
            "Bool": "bool", "Int": "sint64", "UInt32": "uint32", "UInt64": "uint64", "String": "string", "Duration": "int64",
        ]
        return (scalars[type] ?? type, false)
    }
}
