import ColonnadeContract

/// The types of a contract with every name looked up: whether it is a message or a number is decided here.
struct ContractShapes {
    private let types: [String: TypeDescriptor]
    private let refusal: String?

    init(_ contract: ContractDescriptor) {
        types = Dictionary(contract.types.map { ($0.name, $0) }) { first, _ in first }
        refusal = contract.refusal
    }

    /// Whether values of the enum travel as a number. A refusal never does, so that a case with values can be added.
    func isChoice(_ type: TypeDescriptor) -> Bool {
        guard let cases: [CaseDescriptor] = type.cases, type.name != refusal else { return false }
        return cases.allSatisfy(\.values.isEmpty)
    }

    /// The type that a lock writes: locks have whole names.
    func type(_ text: String) throws(ExportError) -> FieldType {
        guard let expression: ColonnadeContract.TypeExpression = ColonnadeContract.TypeExpression(parsing: text) else {
            throw ExportError(description: "\(text) is no type")
        }
        return try resolve(expression)
    }

    private func resolve(_ expression: ColonnadeContract.TypeExpression) throws(ExportError) -> FieldType {
        switch expression {
        case .void: return .void
        case .optional(let wrapped): return .optional(try inner(wrapped))
        case .array(let element): return .array(try inner(element))
        case .dictionary(let key, let value):
            guard case .scalar(let scalar) = try resolve(key), scalar.isKey else {
                throw ExportError(description: "\(key) is no key of a dictionary")
            }
            return .dictionary(scalar, try inner(value))
        case .named(let name):
            guard let type: TypeDescriptor = types[name] else { throw ExportError(description: "it has no type \(name)") }
            return isChoice(type) ? .choice(name) : .message(name)
        default:
            guard let scalar: Scalar = Scalar(rawValue: expression.description) else {
                throw ExportError(description: "\(expression) is no type")
            }
            return .scalar(scalar)
        }
    }

    private func inner(_ expression: ColonnadeContract.TypeExpression) throws(ExportError) -> FieldType {
        let type: FieldType = try resolve(expression)
        guard type != .void else { throw ExportError(description: "Void stands alone, as a board's Input or Output") }
        return type
    }
}
