import ColonnadeContract

/// The structs and enums that a file may use: its own, its module's, and the platform's.
struct Vocabulary {
    enum Kind {
        /// A struct or an enum with values.
        case message
        /// An enum without values.
        case choice
    }

    private var kinds: [String: Kind] = [:]
    private var namespaces: Set<String> = []

    init(platform: [TypeDescriptor], module: [Draft]) {
        for type: TypeDescriptor in platform {
            let isChoice: Bool = type.cases.map { $0.allSatisfy(\.values.isEmpty) } ?? false
            kinds[type.name] = isChoice ? .choice : .message
        }
        for draft: Draft in module {
            for type: DeclaredType in draft.file.types {
                kinds[type.name] = draft.kind(of: type)
                if type.isNamespace { namespaces.insert(type.name) }
            }
        }
    }

    /// The whole name of what `name` means inside `scope`: the innermost that fits.
    func lookUp(_ name: String, inside scope: String?) -> (name: String, kind: Kind)? {
        var outer: Substring? = scope.map { $0[...] }
        while let prefix: Substring = outer {
            let candidate: String = "\(prefix).\(name)"
            if let kind: Kind = kinds[candidate] { return (candidate, kind) }
            outer = prefix.lastIndex(of: ".").map { prefix[..<$0] }
        }
        return kinds[name].map { (name, $0) }
    }

    func isNamespace(_ name: String) -> Bool { namespaces.contains(name) }
}
