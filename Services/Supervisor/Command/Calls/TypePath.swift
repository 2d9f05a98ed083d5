import ColonnadeContract

/// Follows a path through the types of a contract, so that a wrong name is found before anything is called.
struct TypePath {
    /// A type, and the one in which its name is looked up.
    struct Place {
        let type: TypeExpression
        let scope: String?
    }

    let types: ContractTypes
    /// Names beside those of the first type's fields.
    var others: [String] = []

    /// The path of a text that leads somewhere in a type of a contract.
    /// - Parameter others: what there is beside the type's own fields, for whoever asks for what is not there.
    static func path(
        _ text: String, from type: String, and others: [String] = [], in contract: ContractDescriptor
    ) throws(CommandFailure) -> ValuePath {
        guard let path: ValuePath = ValuePath(text) else {
            throw CommandFailure(.usage, "--field \(text): expected a path such as .token, .slots[0].start or .slots[].start.")
        }
        _ = try TypePath(types: ContractTypes(contract), others: others).follow(path, from: type)
        return path
    }

    /// The type at the end of the path.
    /// - Throws: which step leads nowhere, and what there is.
    func follow(_ path: ValuePath, from type: String) throws(CommandFailure) -> Place {
        guard let start: TypeExpression = TypeExpression(parsing: type) else {
            throw CommandFailure(.failed, "The contract's description of \(type) is not valid.")
        }
        var place: Place = Place(type: start, scope: nil)
        for step: ValuePath.Step in path.steps { place = try self.step(step, from: place, of: path) }
        return place
    }

    private func step(_ step: ValuePath.Step, from place: Place, of path: ValuePath) throws(CommandFailure) -> Place {
        switch (step, place.type) {
        case (_, .optional(let wrapped)): return try self.step(step, from: Place(type: wrapped, scope: place.scope), of: path)
        case (.index, .array(let element)), (.all, .array(let element)): return Place(type: element, scope: place.scope)
        case (.key, .dictionary(_, let value)), (.all, .dictionary(_, let value)): return Place(type: value, scope: place.scope)
        case (.key(let name), .named(let type)):
            if let descriptor: TypeDescriptor = types.descriptor(type, in: place.scope) { return try member(name, descriptor, path) }
        default: break
        }
        let steps: String = "\(place.type)"
        switch step {
        case .key(let name): throw CommandFailure(.usage, "\(path.text): \(steps) has no field '\(name)'.")
        case .index, .all: throw CommandFailure(.usage, "\(path.text): \(steps) is no array.")
        }
    }

    private func member(_ name: String, _ descriptor: TypeDescriptor, _ path: ValuePath) throws(CommandFailure) -> Place {
        let fields: [FieldDescriptor] = descriptor.isEnum ? [] : descriptor.fields
        if let field: FieldDescriptor = fields.first(where: { $0.name == name }),
            let type: TypeExpression = TypeExpression(parsing: field.type)
        {
            return Place(type: type, scope: descriptor.name)
        }
        if let found: CaseDescriptor = descriptor.knownCases.first(where: { $0.name == name }) { return payload(found, descriptor) }
        let known: [String] = descriptor.isEnum ? descriptor.knownCases.map(\.name) : fields.map(\.name) + others
        let question: String = NearestName.question(name, among: known)
        let list: String = known.isEmpty ? "none" : known.joined(separator: ", ")
        throw CommandFailure(
            .usage, "\(path.text): \(descriptor.name) has no \(descriptor.isEnum ? "case" : "field") '\(name)'.\(question) It has \(list).")
    }

    /// The values of an enum's case: the only one without a label is the case's own.
    private func payload(_ found: CaseDescriptor, _ descriptor: TypeDescriptor) -> Place {
        guard found.hasOnlyUnlabelledValues, found.values.count == 1,
            let type: TypeExpression = TypeExpression(parsing: found.values[0].type)
        else { return Place(type: .dictionary(.string, .void), scope: descriptor.name) }
        return Place(type: type, scope: descriptor.name)
    }
}
