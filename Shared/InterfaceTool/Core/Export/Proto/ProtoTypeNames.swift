import ColonnadeContract

/// The names that a struct or an enum of a contract has in a `.proto` file.
struct ProtoTypeNames {
    /// With the package and a dot in front: `.maps.Place.Kind`.
    let fullName: String
    /// Without what it stands in.
    let name: String
    /// Of fields, or of an enum's cases, by number.
    var members: [UInt32: String] = [:]
    /// Of the messages with the values of cases, by the case's number.
    var caseMessages: [UInt32: String] = [:]
    /// The enum's value 0.
    var zero: String = ""
    var oneof: String = ""
}

/// Gives every type of a contract its names.
struct ProtoNaming {
    /// By the type's name in Swift.
    private(set) var types: [String: ProtoTypeNames] = [:]
    /// The types that stand in another, by the other's name in Swift, and those that stand in none by "".
    private(set) var children: [String: [TypeDescriptor]] = [:]
    /// What the file has at top level.
    private(set) var file: ProtoNames = ProtoNames()

    private let shapes: ContractShapes

    init(_ contract: ContractDescriptor, shapes: ContractShapes, package: String) throws(ExportError) {
        self.shapes = shapes
        let messages: Set<String> = Set(contract.types.filter { !shapes.isChoice($0) }.map(\.name))
        for type: TypeDescriptor in contract.types.sorted(by: { $0.name < $1.name }) {
            let outer: String = type.name.lastIndex(of: ".").map { String(type.name[..<$0]) } ?? ""
            children[messages.contains(outer) ? outer : "", default: []].append(type)
        }
        var names: ProtoNames = ProtoNames()
        for type: TypeDescriptor in children["", default: []] {
            try claim(type, as: type.name, in: &names, prefix: ".\(package)")
        }
        file = names
    }

    /// A further name at top level.
    mutating func claim(_ name: String) -> String { file.claim(name) }

    private mutating func claim(
        _ type: TypeDescriptor, as written: String, in scope: inout ProtoNames, prefix: String
    ) throws(ExportError) {
        let name: String = scope.claim(ProtoName.type(written))
        var names: ProtoTypeNames = ProtoTypeNames(fullName: "\(prefix).\(name)", name: name)
        if shapes.isChoice(type) {
            claimValues(type, names: &names, in: &scope)
        } else {
            try claimMembers(type, names: &names)
        }
        types[type.name] = names
    }

    /// The values of an enum stand beside it, not in it; so they begin with its name.
    private func claimValues(_ type: TypeDescriptor, names: inout ProtoTypeNames, in scope: inout ProtoNames) {
        let prefix: String = ProtoName.upperSnake(names.name)
        for item: CaseDescriptor in type.cases ?? [] {
            names.members[item.number] = scope.claim("\(prefix)_\(ProtoName.upperSnake(item.name))")
        }
        names.zero = scope.claim("\(prefix)_UNSPECIFIED")
    }

    private mutating func claimMembers(_ type: TypeDescriptor, names: inout ProtoTypeNames) throws(ExportError) {
        var fields: ProtoNames = ProtoNames()
        var inner: ProtoNames = ProtoNames()
        for field: FieldDescriptor in type.fields {
            let name: String = fields.claim(ProtoName.snake(field.name))
            names.members[field.number] = name
            if case .dictionary = try shapes.type(field.type) { _ = inner.claim(ProtoName.entry(name)) }
        }
        for item: CaseDescriptor in type.cases ?? [] {
            names.members[item.number] = fields.claim(ProtoName.snake(item.name))
        }
        names.oneof = fields.claim("kind")
        for child: TypeDescriptor in children[type.name, default: []] {
            try claim(child, as: String(child.name.dropFirst(type.name.count + 1)), in: &inner, prefix: names.fullName)
        }
        for item: CaseDescriptor in type.cases ?? [] {
            names.caseMessages[item.number] = inner.claim(ProtoName.type(item.name) + "Case")
        }
    }
}
