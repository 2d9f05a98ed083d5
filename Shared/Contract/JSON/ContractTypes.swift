/// The types of a contract by name, and how each of them travels.
package struct ContractTypes {
    let contractName: String
    private let byName: [String: TypeDescriptor]
    private let refusal: String?

    package init(_ contract: ContractDescriptor) {
        contractName = contract.name
        refusal = contract.refusal
        byName = Dictionary(contract.types.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The type that `name` means inside `scope`: Swift looks in the enclosing types first.
    package func descriptor(_ name: String, in scope: String?) -> TypeDescriptor? {
        var outer: Substring? = scope.map { $0[...] }
        while let enclosing: Substring = outer {
            if let nested: TypeDescriptor = byName["\(enclosing).\(name)"] { return nested }
            outer = enclosing.lastIndex(of: ".").map { enclosing[..<$0] }
        }
        return byName[name]
    }

    /// The enum that a whole Input, Output or Command is; nil where it is anything else.
    func enumeration(_ type: String) -> TypeDescriptor? {
        guard case .named(let name)? = TypeExpression(parsing: type), let found: TypeDescriptor = descriptor(name, in: nil) else {
            return nil
        }
        return found.isEnum ? found : nil
    }

    /// Whether repeated values of the type travel packed.
    func isPacked(_ type: TypeExpression, in scope: String?) -> Bool {
        switch type {
        case .bool, .signed, .unsigned, .float, .double, .date, .duration: true
        case .named(let name): descriptor(name, in: scope).map(isPlainEnum) ?? false
        default: false
        }
    }

    /// Whether values of the type travel as a number: those of an enum without values, unless it is the refusal, which
    /// is always a message so that a case with values can be added.
    func isPlainEnum(_ type: TypeDescriptor) -> Bool { type.isPlainEnum && type.name != refusal }
}

extension TypeDescriptor {
    /// The cases a contract counts; the open enum's `unknown` is none of them.
    package var knownCases: [CaseDescriptor] {
        let all: [CaseDescriptor] = cases ?? []
        return open ? all.filter { !($0.name == "unknown" && $0.values.count == 1) } : all
    }

    package var isEnum: Bool { cases != nil }

    /// An enum none of whose cases has values.
    package var isPlainEnum: Bool { isEnum && knownCases.allSatisfy(\.values.isEmpty) }
}

extension CaseDescriptor {
    package var hasOnlyUnlabelledValues: Bool { values.allSatisfy { $0.name.hasPrefix("_") } }
}
