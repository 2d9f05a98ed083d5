import ColonnadeContract

/// Turns a draft into the model that the emitters write: names looked up, numbers given, contract and fingerprint made.
struct FileResolver {
    /// Numbers above are the platform's.
    private static let lastBoard: UInt32 = UInt32(PlatformBoards.first) - 1

    private(set) var diagnostics: Diagnostics = Diagnostics()
    private let draft: Draft
    private var resolver: TypeResolver

    init(_ draft: Draft, vocabulary: Vocabulary) {
        self.draft = draft
        resolver = TypeResolver(path: draft.file.path, vocabulary: vocabulary)
    }

    /// The file's own types, with their descriptors; namespaces are none.
    mutating func types() -> [(type: ResolvedType, descriptor: TypeDescriptor)] {
        let types: [(type: ResolvedType, descriptor: TypeDescriptor)] = draft.file.types.filter { !$0.isNamespace }
            .map { type in
                switch type.kind {
                case .structure(let fields): structure(type, fields)
                case .enumeration(let cases, let isOpen): enumeration(type, cases, isOpen: isOpen)
                }
            }
        takeDiagnostics()
        return types.sorted { $0.type.name < $1.type.name }
    }

    mutating func interface() -> ResolvedInterface? {
        guard let interface: DeclaredInterface = draft.file.interface else { return nil }
        let numbering: Numbering = boardNumbering
        var boards: [ResolvedBoard] = []
        for board: DeclaredBoard in interface.boards {
            let number: UInt32 = numbering.numbers[board.name] ?? 0
            if number > Self.lastBoard {
                diagnostics.add(
                    "board \(board.name) would get the number \(number); the last is \(Self.lastBoard), removed boards included",
                    in: draft.file.path, at: board.position)
            }
            if let board: ResolvedBoard = resolved(board, number: number) { boards.append(board) }
        }
        takeDiagnostics()
        boards.sort { $0.descriptor.number < $1.descriptor.number }
        return ResolvedInterface(name: interface.name, refusal: draft.refusalName ?? "NoRefusal", boards: boards)
    }

    /// Numbers of boards that were removed.
    var reservedBoards: [UInt32] { boardNumbering.reserved }

    private var boardNumbering: Numbering {
        Numbering(
            (draft.file.interface?.boards ?? []).map { Numbering.Entry(name: $0.name, formerName: $0.formerName) },
            locked: Dictionary(draft.lock?.boards.map { ($0.name, $0.number) } ?? []) { first, _ in first },
            reserved: draft.lock?.reserved ?? [])
    }

    // MARK: Parts

    private mutating func resolved(_ board: DeclaredBoard, number: UInt32) -> ResolvedBoard? {
        let command: FieldType? = board.command.flatMap { resolver.topLevel($0) }
        guard let input: FieldType = resolver.topLevel(board.input), let output: FieldType = resolver.topLevel(board.output)
        else { return nil }
        let inputType: DeclaredType? = draft.file.types.first { $0.name == input.spelling }
        let descriptor: BoardDescriptor = BoardDescriptor(
            name: board.name, number: number, documentation: board.documentation, input: input.spelling,
            output: output.spelling, many: board.many, command: command?.spelling,
            idempotent: inputType.map { draft.conforms($0, to: "Idempotent") } ?? false,
            formerNames: formerNames(board, number: number))
        return ResolvedBoard(descriptor: descriptor, input: input, hasInput: board.hasInput, output: output, command: command)
    }

    /// The names that the lock has for the board, and what its comment says.
    private func formerNames(_ board: DeclaredBoard, number: UInt32) -> [String]? {
        guard let locked: BoardDescriptor = draft.lock?.boards.first(where: { $0.number == number }) else { return nil }
        var seen: Set<String> = [board.name]
        let names: [String] = ((locked.formerNames ?? []) + [board.formerName, locked.name].compactMap { $0 })
            .filter { seen.insert($0).inserted }
        return names.isEmpty ? nil : names
    }

    private mutating func structure(
        _ type: DeclaredType, _ fields: [DeclaredField]
    ) -> (type: ResolvedType, descriptor: TypeDescriptor) {
        let locked: TypeDescriptor? = draft.lockedType(type)
        let numbered: NumberedFields = numberedFields(
            fields, locked: locked?.fields ?? [], reserved: locked?.reserved ?? [], scope: type.name)
        let descriptor: TypeDescriptor = TypeDescriptor(
            name: type.name, documentation: type.documentation, fields: numbered.descriptors, reserved: numbered.reserved)
        return (ResolvedType(name: type.name, kind: .structure(numbered.fields)), descriptor)
    }

    private mutating func enumeration(
        _ type: DeclaredType, _ cases: [DeclaredCase], isOpen: Bool
    ) -> (type: ResolvedType, descriptor: TypeDescriptor) {
        let locked: TypeDescriptor? = draft.lockedType(type)
        let lockedCases: [CaseDescriptor] = locked?.cases ?? []
        let numbering: Numbering = Numbering(
            cases.map { Numbering.Entry(name: $0.name, formerName: $0.formerName) },
            locked: Dictionary(lockedCases.map { ($0.name, $0.number) }) { first, _ in first }, reserved: locked?.reserved ?? [])
        var resolved: [ResolvedCase] = []
        var descriptors: [CaseDescriptor] = []
        for item: DeclaredCase in cases {
            let number: UInt32 = numbering.numbers[item.name] ?? 0
            let lockedCase: CaseDescriptor? = lockedCases.first { $0.number == number }
            let values: NumberedFields = numberedFields(
                item.values, locked: lockedCase?.values ?? [], reserved: lockedCase?.reserved ?? [], scope: type.name)
            resolved.append(ResolvedCase(name: item.name, number: number, values: values.declared))
            descriptors.append(
                CaseDescriptor(
                    name: item.name, number: number, documentation: item.documentation, values: values.descriptors,
                    reserved: values.reserved))
        }
        resolved.sort { $0.number < $1.number }
        descriptors.sort { $0.number < $1.number }
        let isChoice: Bool = draft.kind(of: type) == .choice
        let descriptor: TypeDescriptor = TypeDescriptor(
            name: type.name, documentation: type.documentation, cases: descriptors, open: isOpen, reserved: numbering.reserved)
        let kind: ResolvedType.Kind = isChoice ? .choice(resolved, isOpen: isOpen) : .alternatives(resolved, isOpen: isOpen)
        return (ResolvedType(name: type.name, kind: kind), descriptor)
    }

    private struct NumberedFields {
        /// In the order of declaration.
        let declared: [ResolvedField]
        let descriptors: [FieldDescriptor]
        let reserved: [UInt32]

        /// In the order of their numbers.
        var fields: [ResolvedField] { declared.sorted { $0.number < $1.number } }
    }

    private mutating func numberedFields(
        _ fields: [DeclaredField], locked: [FieldDescriptor], reserved: [UInt32], scope: String
    ) -> NumberedFields {
        let numbering: Numbering = Numbering(
            fields.map { Numbering.Entry(name: $0.name, formerName: $0.formerName) },
            locked: Dictionary(locked.map { ($0.name, $0.number) }) { first, _ in first }, reserved: reserved)
        var resolved: [ResolvedField] = []
        var descriptors: [FieldDescriptor] = []
        for field: DeclaredField in fields {
            guard let type: FieldType = resolver.field(field.type, inside: scope) else { continue }
            let number: UInt32 = numbering.numbers[field.name] ?? 0
            resolved.append(ResolvedField(name: field.name, number: number, type: type))
            descriptors.append(
                FieldDescriptor(name: field.name, number: number, type: type.spelling, documentation: field.documentation))
        }
        return NumberedFields(
            declared: resolved, descriptors: descriptors.sorted { $0.number < $1.number }, reserved: numbering.reserved)
    }

    private mutating func takeDiagnostics() {
        diagnostics.add(resolver.diagnostics)
        resolver.diagnostics = Diagnostics()
    }
}
