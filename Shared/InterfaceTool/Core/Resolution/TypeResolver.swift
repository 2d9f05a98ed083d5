/// Looks the names of written types up.
struct TypeResolver {
    let path: String
    let vocabulary: Vocabulary
    var diagnostics: Diagnostics = Diagnostics()

    init(path: String, vocabulary: Vocabulary) {
        self.path = path
        self.vocabulary = vocabulary
    }

    /// A field's type: anything but Void.
    mutating func field(_ written: WrittenType, inside scope: String?) -> FieldType? {
        if written.expression == .void {
            diagnostics.add(
                "a field of type Void says nothing; take it out", in: path, at: written.position, rule: LintRule.fieldType.rawValue)
            return nil
        }
        return resolve(written.expression, at: written.position, inside: scope)
    }

    /// An Input, Output or Command, where Void is an empty message.
    mutating func topLevel(_ written: WrittenType) -> FieldType? {
        if written.expression == .void { return .void }
        return resolve(written.expression, at: written.position, inside: nil)
    }

    private mutating func resolve(_ type: TypeExpression, at position: SourcePosition, inside scope: String?) -> FieldType? {
        switch type {
        case .void:
            diagnostics.add("Void stands alone, as a board's Input or Output", in: path, at: position, rule: LintRule.fieldType.rawValue)
            return nil
        case .optional(let wrapped): return resolve(wrapped, at: position, inside: scope).map(FieldType.optional)
        case .array(.named("UInt8")): return .scalar(.bytes)
        case .array(let element): return resolve(element, at: position, inside: scope).map(FieldType.array)
        case .dictionary(let key, let value):
            let value: FieldType? = resolve(value, at: position, inside: scope)
            guard case .named(let name) = key, let scalar: Scalar = Scalar(rawValue: name), scalar.isKey else {
                diagnostics.add("a dictionary's keys are Strings or integers", in: path, at: position, rule: LintRule.fieldType.rawValue)
                return nil
            }
            return value.map { .dictionary(scalar, $0) }
        case .named(let name): return named(name, at: position, inside: scope)
        }
    }

    private mutating func named(_ name: String, at position: SourcePosition, inside scope: String?) -> FieldType? {
        if let scalar: Scalar = Scalar(rawValue: name) { return .scalar(scalar) }
        if let found: (name: String, kind: Vocabulary.Kind) = vocabulary.lookUp(name, inside: scope) {
            return found.kind == .message ? .message(found.name) : .choice(found.name)
        }
        let message: String
        if vocabulary.isNamespace(name) {
            message = "enum \(name) has no cases, so it has no values"
        } else if name == "Unrecognized" {
            message = "Unrecognized stands in `case unknown(Unrecognized)` only"
        } else {
            message = "\(name) is neither a field type nor a struct or enum of this file; declare it here"
        }
        diagnostics.add(message, in: path, at: position, rule: LintRule.fieldType.rawValue)
        return nil
    }
}
