/// The messages around values that are none: `message PlaceList { repeated Place value = 1; }`.
///
/// A body of a board that is no message has one, and so has an array, a dictionary or an optional inside another.
struct ProtoBoxes {
    /// In the order of their names.
    var messages: [ProtoMessage] { made.sorted { $0.name < $1.name } }

    private let package: String
    private var naming: ProtoNaming
    private var names: [FieldType: String] = [:]
    private var made: [ProtoMessage] = []

    init(_ naming: ProtoNaming, package: String) {
        self.naming = naming
        self.package = package
    }

    /// A further name at top level, for what is no box.
    mutating func claim(_ name: String) -> String { naming.claim(name) }

    /// What an Input, an Output or a Command travels as.
    mutating func body(_ type: FieldType) -> ProtoType {
        if case .message = type { return singular(type) }
        return box(type)
    }

    /// The field that holds a value of the type.
    mutating func field(_ name: String, _ number: UInt32, _ type: FieldType, comment: String = "") -> ProtoField {
        let kind: ProtoField.Kind
        switch type {
        case .optional(let wrapped): kind = .optional(element(wrapped))
        case .array(let inner): kind = .repeated(element(inner))
        case .dictionary(let key, let value): kind = .map(.scalar(ProtoScalar(key)), element(value))
        default: kind = .optional(singular(type))
        }
        let notes: [String] = [type.isSingular ? "Required." : "", type.note].filter { !$0.isEmpty }
        let lines: [String] = [comment, notes.joined(separator: " ")].filter { !$0.isEmpty }
        return ProtoField(name: name, number: number, kind: kind, comment: lines.joined(separator: "\n"))
    }

    private mutating func element(_ type: FieldType) -> ProtoType {
        type.isSingular ? singular(type) : box(type)
    }

    private func singular(_ type: FieldType) -> ProtoType {
        switch type {
        case .message(let name): .message(naming.types[name]?.fullName ?? name)
        case .choice(let name): .choice(naming.types[name]?.fullName ?? name)
        case .scalar(let scalar): .scalar(ProtoScalar(scalar))
        case .optional, .array, .dictionary, .void: preconditionFailure("\(type) has no field of its own")
        }
    }

    private mutating func box(_ type: FieldType) -> ProtoType {
        if let name: String = names[type] { return .message(".\(package).\(name)") }
        let name: String = naming.claim(type.boxName)
        names[type] = name
        let fields: [ProtoField] = type == .void ? [] : [field("value", 1, type)]
        made.append(ProtoMessage(name: name, comment: "\(type.spelling), as a message.", fields: fields))
        return .message(".\(package).\(name)")
    }
}

extension FieldType {
    /// `PlaceList` for `[Place]`.
    fileprivate var boxName: String {
        switch self {
        case .scalar, .message, .choice: coreName + "Value"
        case .optional, .array, .dictionary: coreName
        case .void: "Nothing"
        }
    }

    private var coreName: String {
        switch self {
        case .scalar(.bytes): "Bytes"
        case .scalar(let scalar): scalar.rawValue
        case .message(let name), .choice(let name): ProtoName.type(name)
        case .optional(let wrapped): "Optional" + wrapped.coreName
        case .array(let element): element.coreName + "List"
        case .dictionary(let key, let value): "\(key.rawValue)To\(value.coreName)Map"
        case .void: "Nothing"
        }
    }

    /// What a `.proto` file's own types do not say.
    fileprivate var note: String {
        switch self {
        case .optional(let inner), .array(let inner): inner.isSingular ? inner.note : ""
        case .dictionary(_, let value): value.isSingular ? value.note : ""
        case .scalar(let scalar): scalar.note
        case .message, .choice, .void: ""
        }
    }
}

extension Scalar {
    fileprivate var note: String {
        switch self {
        case .date: "Nanoseconds since 1970 UTC."
        case .duration: "Nanoseconds."
        case .uuid: "The 16 bytes of a UUID."
        case .int8: "-128 to 127."
        case .int16: "-32768 to 32767."
        case .uint8: "0 to 255."
        case .uint16: "0 to 65535."
        default: ""
        }
    }
}
