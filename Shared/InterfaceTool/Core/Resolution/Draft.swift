import ColonnadeContract

/// A file that was read, with the lock that stands beside it.
struct Draft {
    let file: DeclaredFile
    let lock: ContractDescriptor?

    /// The refusal is always a message, so that a case with values may be added to it later.
    var refusalName: String? {
        if case .named(let name)? = file.interface?.refusal?.expression { return name }
        return nil
    }

    /// How a type of this file travels; nil for an enum that only holds other types.
    func kind(of type: DeclaredType) -> Vocabulary.Kind? {
        switch type.kind {
        case .structure: return .message
        case .enumeration(let cases, _):
            if type.isNamespace { return nil }
            if type.name == refusalName || cases.contains(where: { !$0.values.isEmpty }) { return .message }
            return .choice
        }
    }

    func lockedType(_ type: DeclaredType) -> TypeDescriptor? {
        let types: [TypeDescriptor] = lock?.types ?? []
        return types.first { $0.name == type.name } ?? types.first { $0.name == type.formerName }
    }

    func conforms(_ type: DeclaredType, to name: String) -> Bool {
        type.conformances.contains(name) || file.conformances[type.name]?.contains(name) == true
    }
}
