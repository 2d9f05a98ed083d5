extension ContractDescriptor {
    /// The contract for a consumer that calls only some of its boards: where builds differ, only those must fit.
    ///
    /// ```swift
    /// let uses: [ContractDescriptor] = [MapsContract.descriptor.only([.maps.searchPlaces])]
    /// ```
    /// - Parameter calls: boards of this interface; another's is a mistake of the program.
    public func only(_ calls: [BoardID]) -> ContractDescriptor {
        for call: BoardID in calls {
            precondition(call.interface == name && boards.contains { $0.name == call.board }, "\(name) has no board \(call)")
        }
        return trimmed(toBoards: Set(calls.map(\.board)))
    }

    /// The contract without documentation, and without the boards that are not named and the types that only they use.
    /// - Parameter names: the boards to keep; nil for all.
    public func trimmed(toBoards names: Set<String>? = nil) -> ContractDescriptor {
        let part: ContractDescriptor = self.part(ofBoards: names)
        return ContractDescriptor(
            name: name, fingerprint: fingerprint, refusal: refusal, boards: part.boards.map(\.withoutDocumentation),
            types: part.types.map(\.withoutDocumentation), reserved: reserved)
    }

    /// The contract without the boards that are not named and the types that only they use.
    /// - Parameter names: the boards to keep; nil for all.
    public func part(ofBoards names: Set<String>?) -> ContractDescriptor {
        let kept: [BoardDescriptor] = boards.filter { names?.contains($0.name) ?? true }
        let known: ContractTypes = ContractTypes(self)
        var reached: Set<String> = []
        var open: [(text: String, scope: String?)] = kept.flatMap { [($0.input, nil), ($0.output, nil)] }
        open += (kept.map(\.command) + [refusal]).compactMap { $0.map { ($0, nil) } }
        while let (text, scope): (String, String?) = open.popLast() {
            for name: String in TypeExpression(parsing: text)?.names ?? [] {
                guard let type: TypeDescriptor = known.descriptor(name, in: scope), reached.insert(type.name).inserted else { continue }
                let fields: [FieldDescriptor] = type.fields + (type.cases ?? []).flatMap(\.values)
                open += fields.map { ($0.type, type.name) }
            }
        }
        return ContractDescriptor(
            name: name, fingerprint: fingerprint, refusal: refusal, boards: kept,
            types: types.filter { reached.contains($0.name) }, reserved: reserved)
    }
}

extension TypeExpression {
    /// Every name of a struct or an enum in it.
    fileprivate var names: [String] {
        switch self {
        case .named(let name): [name]
        case .optional(let inner), .array(let inner): inner.names
        case .dictionary(_, let value): value.names
        default: []
        }
    }
}

extension BoardDescriptor {
    fileprivate var withoutDocumentation: BoardDescriptor {
        BoardDescriptor(
            name: name, number: number, input: input, output: output, many: many, command: command, idempotent: idempotent,
            formerNames: formerNames)
    }
}

extension TypeDescriptor {
    fileprivate var withoutDocumentation: TypeDescriptor {
        TypeDescriptor(
            name: name, fields: fields.map(\.withoutDocumentation),
            cases: cases?.map { CaseDescriptor(name: $0.name, number: $0.number, values: $0.values.map(\.withoutDocumentation)) },
            open: open, reserved: reserved)
    }
}

extension FieldDescriptor {
    fileprivate var withoutDocumentation: FieldDescriptor { FieldDescriptor(name: name, number: number, type: type) }
}
