/// A whole Input, Output or Command, as it travels.
enum WholeValue {
    case nothing
    /// A struct, or an enum that is a message.
    case message(TypeDescriptor)
    /// Anything else: field 1 of a message.
    case value(TypeExpression)

    init(_ text: String, _ types: ContractTypes) {
        let type: TypeExpression = TypeExpression(parsing: text) ?? .named(text)
        switch type {
        case .void: self = .nothing
        case .named(let name):
            guard let descriptor: TypeDescriptor = types.descriptor(name, in: nil), !types.isPlainEnum(descriptor) else {
                self = .value(type)
                return
            }
            self = .message(descriptor)
        default: self = .value(type)
        }
    }
}

extension TypeDescriptor {
    var kindAndName: String { "the \(isEnum ? "enum" : "struct") \(name)" }
}
