/// Finds what is wrong with the names of one file.
struct DeclarationChecks {
    let path: String
    private(set) var diagnostics: Diagnostics = Diagnostics()

    init(_ draft: Draft, module: [Draft]) {
        path = draft.file.path
        checkTypes(draft, module: module)
        if let interface: DeclaredInterface = draft.file.interface { checkBoards(interface) }
        checkRefusal(draft, module: module)
    }

    private mutating func checkTypes(_ draft: Draft, module: [Draft]) {
        var seen: [String: DeclaredType] = [:]
        for type: DeclaredType in draft.file.types {
            if let other: DeclaredType = seen[type.name] {
                let place: String = "declared as \(other.word) on line \(other.position.line)"
                diagnostics.add("\(type.name) is \(type.word) here, and was \(place); rename one", in: path, at: type.position)
            }
            seen[type.name] = type
            let elsewhere: Draft? = module.first { other in
                other.file.path != path && other.file.types.contains { $0.name == type.name }
            }
            if let elsewhere {
                diagnostics.add("\(type.name) is declared in \(elsewhere.file.path) too; rename one", in: path, at: type.position)
            }
            checkName(type)
            switch type.kind {
            case .structure(let fields): checkFields(fields, of: type.name)
            case .enumeration(let cases, let isOpen): checkCases(cases, isOpen: isOpen, of: type.name)
            }
        }
    }

    private mutating func checkName(_ type: DeclaredType) {
        let parts: [Substring] = type.name.split(separator: ".")
        guard let last: Substring = parts.last else { return }
        if Self.takenTypes.contains(String(last)) {
            diagnostics.add("\(last) is a name of the language or of the platform; choose another", in: path, at: type.position)
        } else if parts.dropLast().contains(last) {
            diagnostics.add("\(type.name) is called like a type around it; choose another name", in: path, at: type.position)
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
            diagnostics.add("\(type) has no case but unknown", in: path, at: place)
        }
    }

    private mutating func checkBoards(_ interface: DeclaredInterface) {
        checkNames(
            interface.boards.map { (name: $0.name, formerName: $0.formerName, position: $0.position) }, what: "board",
            of: interface.name)
        for board: DeclaredBoard in interface.boards where Self.takenBoards.contains(board.name) {
            diagnostics.add("\(board.name) is a name that generated code needs; choose another", in: path, at: board.position)
        }
    }

    private mutating func checkNames(
        _ names: [(name: String, formerName: String?, position: SourcePosition)], what: String, of owner: String
    ) {
        var lines: [String: Int] = [:]
        for item: (name: String, formerName: String?, position: SourcePosition) in names {
            if let line: Int = lines[item.name] {
                diagnostics.add(
                    "\(owner) has a \(what) \(item.name) on line \(line) already; rename one", in: path, at: item.position)
            }
            lines[item.name] = item.position.line
        }
        for item: (name: String, formerName: String?, position: SourcePosition) in names {
            guard let former: String = item.formerName else { continue }
            if lines[former] != nil {
                diagnostics.add(
                    "\(item.name) says that it was \(former), which \(owner) still has; correct the comment", in: path,
                    at: item.position)
            }
        }
        let formers: [String] = names.compactMap(\.formerName)
        for item: (name: String, formerName: String?, position: SourcePosition) in names {
            guard let former: String = item.formerName, formers.filter({ $0 == former }).count > 1 else { continue }
            diagnostics.add("two of \(owner) say that they were \(former); correct one comment", in: path, at: item.position)
        }
    }

    private mutating func checkRefusal(_ draft: Draft, module: [Draft]) {
        guard let written: WrittenType = draft.file.interface?.refusal, let name: String = draft.refusalName, name != "NoRefusal"
        else { return }
        guard let type: DeclaredType = draft.file.types.first(where: { $0.name == name }) else {
            diagnostics.add(
                "the refusal \(name) is not declared in this file; add `public enum \(name): Refusal { … }`", in: path,
                at: written.position)
            return
        }
        guard case .enumeration(_, let isOpen) = type.kind else {
            diagnostics.add("the refusal \(name) is a struct; make it an enum, a case for each reason", in: path, at: type.position)
            return
        }
        if type.isNamespace {
            diagnostics.add("the refusal \(name) has no case; use NoRefusal", in: path, at: type.position)
        }
        if isOpen {
            diagnostics.add(
                "the refusal \(name) needs no case `unknown`: CallFailure.refusedUnknown stands for it", in: path,
                at: type.position)
        }
        if !draft.conforms(type, to: "Refusal") {
            diagnostics.add("the refusal \(name) does not conform to Refusal; write `enum \(name): Refusal`", in: path, at: type.position)
        }
    }

    private static let takenTypes: Set<String> = Set(Scalar.allCases.map(\.rawValue)).union([
        "Array", "Dictionary", "Optional", "Result", "Set", "Void", "Error", "Never", "Task", "Type", "Protocol", "Self",
        "WireMessage", "WireEnum", "WireReader", "WireWriter", "WireKey", "WireError", "Unrecognized",
        "Interface", "Refusal", "NoRefusal", "Idempotent", "Configuration", "Commands", "Outputs", "OutputSequence", "CallFailure",
        "Failure", "Channel", "Dispatcher", "Service", "ServiceMap", "BoardID", "Reply", "ServedCall", "Mainboard",
    ])

    private static let takenBoards: Set<String> = [
        "attempt", "channel", "dispatch", "init", "mainboard", "provider", "self", "Type", "Protocol",
    ]
}
