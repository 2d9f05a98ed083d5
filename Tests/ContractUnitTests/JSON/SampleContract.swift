import ColonnadeContract

/// A contract with every form that a type may take.
enum SampleContract {
    static let contract: ContractDescriptor = ContractDescriptor(
        name: "Sample", fingerprint: "", refusal: "SampleRefusal",
        types: [everything, place, kind, shape, openKind, openShape, refusal])

    /// Every kind of field, named `f1`, `f2`, … in this order.
    static let everyType: [String] = [
        "Bool", "Int", "Int8", "UInt16", "UInt", "Float", "Double", "String", "[UInt8]", "Date", "Duration", "UUID",
        "String?", "[Int]", "[String]", "[Bool]", "[Double]", "[[UInt8]]", "[[String]]", "[String]?", "[Int?]",
        "[String: Int]", "[Int: [String]]", "[String: Place?]", "Place", "Place?", "[Place]", "Kind", "[Kind]", "Shape",
        "[Shape]", "OpenKind", "OpenShape", "[UUID]", "[Date]", "[String: [Place]]?",
    ]

    private static let everything: TypeDescriptor = TypeDescriptor(
        name: "Everything",
        fields: everyType.enumerated().map { FieldDescriptor(name: "f\($0 + 1)", number: UInt32($0 + 1), type: $1) })

    private static let place: TypeDescriptor = TypeDescriptor(
        name: "Place",
        fields: [
            FieldDescriptor(name: "name", number: 1, type: "String"),
            FieldDescriptor(name: "within", number: 3, type: "[Place]"),
        ])

    private static let kind: TypeDescriptor = TypeDescriptor(
        name: "Kind", cases: [CaseDescriptor(name: "clinic", number: 1), CaseDescriptor(name: "hospital", number: 4)])

    private static let shape: TypeDescriptor = TypeDescriptor(name: "Shape", cases: shapeCases)

    private static let openKind: TypeDescriptor = TypeDescriptor(
        name: "OpenKind", cases: [CaseDescriptor(name: "clinic", number: 1)], open: true)

    private static let openShape: TypeDescriptor = TypeDescriptor(name: "OpenShape", cases: shapeCases, open: true)

    private static let refusal: TypeDescriptor = TypeDescriptor(
        name: "SampleRefusal",
        cases: [
            CaseDescriptor(name: "unwilling", number: 1),
            CaseDescriptor(
                name: "tooLong", number: 2, values: [FieldDescriptor(name: "limit", number: 1, type: "Int")]),
        ])

    private static let shapeCases: [CaseDescriptor] = [
        CaseDescriptor(name: "point", number: 1),
        CaseDescriptor(name: "circle", number: 2, values: [FieldDescriptor(name: "_0", number: 1, type: "Double")]),
        CaseDescriptor(
            name: "box", number: 3,
            values: [
                FieldDescriptor(name: "width", number: 1, type: "Int"),
                FieldDescriptor(name: "height", number: 2, type: "Int?"),
            ]),
        CaseDescriptor(
            name: "line", number: 5,
            values: [
                FieldDescriptor(name: "_0", number: 1, type: "Int"), FieldDescriptor(name: "_1", number: 2, type: "String"),
            ]),
    ]
}
