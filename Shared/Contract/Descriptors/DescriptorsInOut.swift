/// An interface in machine-readable form: what the lock file holds, what HELLO's fingerprint stands for, and what
/// tools go by that have no vertical linked in.
public struct ContractDescriptor: Codable, Hashable, Sendable {
    /// The interface's name without the suffix: `ClinicalRecords`; for a file without an interface, the file's.
    public let name: String
    /// SHA-256 of the contract without its documentation, as 64 hexadecimal digits.
    public let fingerprint: String
    /// The refusal's type name; nil where the interface has none.
    public let refusal: String?
    /// The boards that the interface has now; removed ones are in ``reserved``.
    public let boards: [BoardDescriptor]
    /// Every struct and enum that the boards use, by name.
    public let types: [TypeDescriptor]
    /// Numbers of boards that were removed, never to be used again.
    public let reserved: [UInt32]

    /// A contract from its parts; the fingerprint is taken as given, not computed.
    public init(
        name: String, fingerprint: String, refusal: String? = nil, boards: [BoardDescriptor] = [],
        types: [TypeDescriptor] = [], reserved: [UInt32] = []
    ) {
        self.name = name
        self.fingerprint = fingerprint
        self.refusal = refusal
        self.boards = boards
        self.types = types
        self.reserved = reserved
    }
}

/// One board. Types are written as in Swift: `[Place]`, `String?`, `[String: Int]`, `Void`.
public struct BoardDescriptor: Codable, Hashable, Sendable {
    /// The requirement's name: `searchPlaces`.
    public let name: String
    /// 1 to 65,279; numbers above are the platform's.
    public let number: UInt32
    /// The documentation comment, without its slashes.
    public let documentation: String
    /// The Input's type; `Void` where there is none.
    public let input: String
    /// The type of one output; `Void` where there is none.
    public let output: String
    /// Whether the board gives many outputs.
    public let many: Bool
    /// The command's type; nil where the board takes none.
    public let command: String?
    /// Whether an Input may be sent twice with the effect of once.
    public let idempotent: Bool
    /// What the board was called before, the latest last; nil where it never had another name.
    public let formerNames: [String]?

    /// A board from its parts; with one output and without commands unless more is said.
    public init(
        name: String, number: UInt32, documentation: String = "", input: String, output: String, many: Bool = false,
        command: String? = nil, idempotent: Bool = false, formerNames: [String]? = nil
    ) {
        self.name = name
        self.number = number
        self.documentation = documentation
        self.input = input
        self.output = output
        self.many = many
        self.command = command
        self.idempotent = idempotent
        self.formerNames = formerNames
    }
}

/// A struct or an enum.
public struct TypeDescriptor: Codable, Hashable, Sendable {
    /// The name as in Swift, nested types behind a dot: `Place.Kind`.
    public let name: String
    /// The documentation comment, without its slashes.
    public let documentation: String
    /// The fields of a struct; empty for an enum.
    public let fields: [FieldDescriptor]
    /// The cases of an enum; nil for a struct.
    public let cases: [CaseDescriptor]?
    /// Whether the enum takes unknown cases, as `unknown(Unrecognized)`.
    public let open: Bool
    /// Numbers of fields or cases that were removed, never to be used again.
    public let reserved: [UInt32]

    /// A struct where `cases` is nil, else an enum.
    public init(
        name: String, documentation: String = "", fields: [FieldDescriptor] = [], cases: [CaseDescriptor]? = nil,
        open: Bool = false, reserved: [UInt32] = []
    ) {
        self.name = name
        self.documentation = documentation
        self.fields = fields
        self.cases = cases
        self.open = open
        self.reserved = reserved
    }
}

/// One field of a struct, or one value of an enum's case.
public struct FieldDescriptor: Codable, Hashable, Sendable {
    /// The name as in Swift; `_0`, `_1`, … for a case's values without labels.
    public let name: String
    /// The number on the wire, 1 to 2^29 - 1 without 19,000 to 19,999; given once.
    public let number: UInt32
    /// The type as in Swift.
    public let type: String
    /// The documentation comment, without its slashes.
    public let documentation: String

    /// A field, or an enum case's value.
    public init(name: String, number: UInt32, type: String, documentation: String = "") {
        self.name = name
        self.number = number
        self.type = type
        self.documentation = documentation
    }
}

/// One case of an enum.
public struct CaseDescriptor: Codable, Hashable, Sendable {
    /// The name as in Swift, without a dot.
    public let name: String
    /// The number on the wire; given once.
    public let number: UInt32
    /// The documentation comment, without its slashes.
    public let documentation: String
    /// The values that come with the case; empty where there are none.
    public let values: [FieldDescriptor]
    /// Numbers of values that were removed, never to be used again.
    public let reserved: [UInt32]

    /// A case with its values.
    public init(
        name: String, number: UInt32, documentation: String = "", values: [FieldDescriptor] = [], reserved: [UInt32] = []
    ) {
        self.name = name
        self.number = number
        self.documentation = documentation
        self.values = values
        self.reserved = reserved
    }
}
