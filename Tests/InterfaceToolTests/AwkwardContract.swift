import ColonnadeContract

/// Names that are fine in Swift, and are none, or are the same, in a `.proto` file.
enum AwkwardContract {
    static let descriptor: ContractDescriptor = ContractDescriptor(
        name: "Awkward", fingerprint: String(repeating: "0", count: 64), refusal: "Refusal",
        boards: [
            BoardDescriptor(name: "awkward", number: 1, input: "Awkward", output: "AwkwardBoard", many: true, command: "[Int?]"),
            BoardDescriptor(name: "Awkward", number: 2, input: "Int?", output: "OptionalInt", idempotent: true),
            BoardDescriptor(name: "message", number: 9, documentation: "Two\nlines */ and\r\nmore.", input: "Void", output: "Colour"),
        ],
        types: [
            TypeDescriptor(
                name: "Awkward",
                fields: [
                    field("größe", 1, "String"), field("aB", 3, "Int"), field("a_b", 4, "Int"), field("AB", 5, "Int"),
                    field("table", 6, "[String: Table]"), field("message", 8, "[[Int8]]"), field("colour", 9, "Awkward.Colour"),
                    field("outer", 10, "Colour?"), field("tables", 11, "[UInt8: [Awkward.TableEntry?]]"), field("repeated", 12, "Refusal"),
                ], reserved: [7, 2]),
            TypeDescriptor(name: "Awkward.Colour", cases: [CaseDescriptor(name: "unspecified", number: 1)], open: true),
            TypeDescriptor(name: "Awkward.TableEntry", fields: [field("value", 1, "Awkward")]),
            TypeDescriptor(name: "AwkwardBoard", fields: []),
            TypeDescriptor(
                name: "Colour",
                cases: [
                    CaseDescriptor(name: "red", number: 1), CaseDescriptor(name: "Red", number: 2), CaseDescriptor(name: "re_d", number: 4),
                ], reserved: [3]),
            // Inside an enum without values nothing can stand, in a .proto file.
            TypeDescriptor(name: "Colour.Shade", fields: [field("kind", 1, "Colour")]),
            TypeDescriptor(name: "OptionalInt", fields: [field("value", 1, "Int??")]),
            TypeDescriptor(
                name: "Refusal",
                cases: [
                    CaseDescriptor(name: "kind", number: 1), CaseDescriptor(name: "none", number: 2, values: [field("_0", 1, "Refusal")]),
                    CaseDescriptor(name: "pair", number: 3, values: [field("_0", 1, "Date"), field("_1", 2, "UUID?")], reserved: [3]),
                    CaseDescriptor(name: "value", number: 5, values: [field("_0", 1, "Colour"), field("value", 2, "Colour.Shade")]),
                ], reserved: [4]),
            TypeDescriptor(name: "Table", cases: []),
        ])

    private static func field(_ name: String, _ number: UInt32, _ type: String) -> FieldDescriptor {
        FieldDescriptor(name: name, number: number, type: type, documentation: "A field.")
    }
}
