/// Finds what is wrong with the names of one file.
struct DeclarationChecks {
    /// Names that codecs use, which no type may hide, nested ones included.
    private static let takenEverywhere: Set<String> = Set(Scalar.allCases.map(\.rawValue)).union([
        "Array", "Dictionary", "Optional", "Protocol", "Self", "Type", "Unrecognized", "Void", "WireEnum", "WireError", "WireKey",
        "WireMessage", "WireReader", "WireWriter",
    ])
    /// Names that the rest of a generated file uses.
    private static let takenAtTop: Set<String> = [
        "Activation", "BoardDescriptor", "BoardID", "CallFailure", "CallRequest", "CaseDescriptor", "Channel", "Commands",
        "Configuration", "ContractDescriptor", "Dispatcher", "Failure", "FieldDescriptor", "Idempotent", "Interface", "Mainboard",
        "Never", "NoRefusal", "OutputSequence", "Outputs", "Refusal", "Reply", "Sendable", "ServedCall", "Service", "ServiceMap",
        "SharedProvider", "TypeDescriptor",
    ]
    /// What is appended to the contract's name in the names of generated types.
    private static let generatedSuffixes: [String] = ["Bodies", "Client", "Contract", "Dispatcher", "Interface", "ServiceMap"]
    private static let takenBoards: Set<String> = [
        "attempt", "channel", "dispatch", "init", "mainboard", "provider", "self", "Type", "Protocol",
    ]

    let path: String
    private(set) var diagnostics: Diagnostics = Diagnostics()

    init(_ draft: Draft, module: [Draft]) {
        path = draft.file.path
        checkTypes(draft, module: module)
        if let interface: DeclaredInterface = draft.file.interface { checkBoards(interface) }
        checkRefusal(draft, module: module)
    }

    private mutating func add(_ message: String, at position: SourcePosition) {
        diagnostics.add(message, in: path, at: position, rule: LintRule.name.rawValue)
    }

    private mutating func checkTypes(_ draft: Draft, module: [Draft]) {
        var seen: [String: DeclaredType] = [:]
        for type: DeclaredType in draft.file.types {
            if let other: DeclaredType = seen[type.name] {
                let place: String = "declared as \(other.word) on line \(other.position.line)"
                add("\(type.name) is \(type.word) here, and was \(place); rename one", at: type.position)
            }
            seen[type.name] = type
            let elsewhere: Draft? = module.first { other in
                other.file.path != path && other.file.types.contains { $0.name == type.name }
            }
            if let elsewhere {
                add("\(type.name) is declared in \(elsewhere.file.path) too; rename one", at: type.position)
            }
            checkName(type, in: draft)
            switch type.kind {
            case .structure(let fields): checkFields(fields, of: type.name)
            case .enumeration(let cases, let isOpen): checkCases(cases, isOpen: isOpen, of: type.name)
            }
        }
    }

    private mutating func checkName(_ type: DeclaredType, in draft: Draft) {
        let parts: [Substring] = type.name.split(separator: ".")
        guard let last: Substring = parts.last else { return }
        let isPlatform: Bool = !draft.file.importsContract
        let isTaken: Bool = parts.count == 1 && !isPlatform && Self.takenAtTop.contains(type.name)
        if isTaken || Self.takenEverywhere.contains(String(last)) {
            add("\(last) is a name of the language or of the platform; choose another", at: type.position)
        } else if Self.generatedSuffixes.contains(where: { type.name == draft.file.name + $0 }) {
            add("\(type.name) is the name of a generated type; choose another", at: type.position)
        } else if parts.dropLast().contains(last) {
            add("\(type.name) is called like a type around it; choose another name", at: type.position)
        }
    }

    private mutating func checkFields(_ fields: [DeclaredField], of type: String) {
        checkNames(
            fields.map { (name: $0.name, formerName: $0.formerName, position: $0.position) }, what: "property", of: type)
    }

    private mutating func checkCases(_ cases: [DeclaredCase], isOpen: Bool, of type: String) {
        checkNames(cases.map { (name: $0.name, formerName: $0.formerName, position: $0.position) }, what: "case", of: type)
        for item: DeclaredCase in cases {
            checkNames(
                item.values.map { (name: $0.name, formerName: $0.formerName, position: $0.position) }, what: "value",
                of: "\(type).\(item.name)")
        }
        if isOpen, cases.isEmpty, let place: SourcePosition = cases.first?.position {
            add("\(type) has no case but unknown", at: place)
        }
    }

    private mutating func checkBoards(_ interface: DeclaredInterface) {
        checkNames(
            interface.boards.map { (name: $0.name, formerName: $0.formerName, position: $0.position) }, what: "board",
            of: interface.name)
        for board: DeclaredBoard in interface.boards where Self.takenBoards.contains(board.name) {
            add("\(board.name) is a name that generated code needs; choose another", at: board.position)
        }
    }

    private typealias NamedItem = (name: String, formerName: String?, position: SourcePosition)

    /// Boards and cases give their names to functions, so that two may not differ in their first letter's case only.
    private mutating func checkNames(_ names: [NamedItem], what: String, of owner: String) {
        let givesFunctions: Bool = what == "board" || what == "case"
        var seen: [String: NamedItem] = [:]
        for item: NamedItem in names {
            let key: String = givesFunctions ? item.name.upperCamel : item.name
            if let other: NamedItem = seen[key] {
                add(
                    "\(owner) has a \(what) \(other.name) on line \(other.position.line) already; rename one", at: item.position)
            }
            seen[key] = item
        }
        checkFormerNames(names, of: owner)
    }

    private mutating func checkFormerNames(_ names: [NamedItem], of owner: String) {
        let formers: [String] = names.compactMap(\.formerName)
        for item: NamedItem in names {
            guard let former: String = item.formerName else { continue }
            if names.contains(where: { $0.name == former }) {
                add(
                    "\(item.name) says that it was \(former), which \(owner) still has; correct the comment", at: item.position)
            }
            if formers.filter({ $0 == former }).count > 1 {
                add("two of \(owner) say that they were \(former); correct one comment", at: item.position)
            }
        }
    }

    private mutating func checkRefusal(_ draft: Draft, module: [Draft]) {
        guard let written: WrittenType = draft.file.interface?.refusal, let name: String = draft.refusalName, name != "NoRefusal"
        else { return }
        guard let type: DeclaredType = draft.file.types.first(where: { $0.name == name }) else {
            add(
                "the refusal \(name) is not declared in this file; add `public enum \(name): Refusal { … }`", at: written.position)
            return
        }
        guard case .enumeration(_, let isOpen) = type.kind else {
            add("the refusal \(name) is a struct; make it an enum, a case for each reason", at: type.position)
            return
        }
        if type.isNamespace {
            add("the refusal \(name) has no case; use NoRefusal", at: type.position)
        }
        if isOpen {
            add(
                "the refusal \(name) needs no case `unknown`: CallFailure.refusedUnknown stands for it", at: type.position)
        }
        if !draft.conforms(type, to: "Refusal") {
            add("the refusal \(name) does not conform to Refusal; write `enum \(name): Refusal`", at: type.position)
        }
    }
}
