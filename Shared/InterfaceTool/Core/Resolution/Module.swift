import ColonnadeContract

/// The InOut files of one folder, which see each other's types.
struct Module {
    let drafts: [Draft]
    /// Types of the platform that any file may use.
    let platform: [TypeDescriptor]

    /// The files with the given paths, resolved.
    func resolve(_ paths: Set<String>) throws(Diagnostics) -> [ResolvedFile] {
        var diagnostics: Diagnostics = Diagnostics()
        let vocabulary: Vocabulary = Vocabulary(platform: platform, module: drafts)
        var descriptors: [String: TypeDescriptor] = Dictionary(platform.map { ($0.name, $0) }) { first, _ in first }
        var parts: [(draft: Draft, types: [ResolvedType], interface: ResolvedInterface?, reserved: [UInt32])] = []
        for draft: Draft in drafts {
            var resolver: FileResolver = FileResolver(draft, vocabulary: vocabulary)
            let types: [(type: ResolvedType, descriptor: TypeDescriptor)] = resolver.types()
            for type: (type: ResolvedType, descriptor: TypeDescriptor) in types { descriptors[type.type.name] = type.descriptor }
            parts.append((draft, types.map(\.type), resolver.interface(), resolver.reservedBoards))
            diagnostics.add(DeclarationChecks(draft, module: drafts).diagnostics)
            diagnostics.add(resolver.diagnostics)
        }
        checkScreenNames(parts.map { boardTypes($0.interface) + $0.types.map(\.name) }, descriptors, &diagnostics)
        guard diagnostics.isEmpty else { throw diagnostics }
        return parts.filter { paths.contains($0.draft.file.path) }.map { part in
            file(part.draft, part.types, part.interface, reserved: part.reserved, descriptors: descriptors)
        }
    }

    private func file(
        _ draft: Draft, _ types: [ResolvedType], _ interface: ResolvedInterface?, reserved: [UInt32],
        descriptors: [String: TypeDescriptor]
    ) -> ResolvedFile {
        let configuration: String? = draft.file.types.first { draft.conforms($0, to: "Configuration") }?.name
        let boards: [BoardDescriptor] = interface?.boards.map(\.descriptor) ?? []
        let refusal: String? = interface.flatMap { $0.refusal == "NoRefusal" ? nil : $0.refusal }
        func contract(_ fingerprint: String) -> ContractDescriptor {
            ContractDescriptor(
                name: configuration ?? draft.file.name, fingerprint: fingerprint, refusal: refusal, boards: boards,
                types: closure(of: types.map(\.name) + boardTypes(interface), descriptors), reserved: reserved)
        }
        return ResolvedFile(
            path: draft.file.path, name: draft.file.name, imports: imports(draft, contract("")),
            contract: contract(Fingerprint.of(contract(""))), interface: interface, types: types, configuration: configuration)
    }

    /// What the generated file imports: the platform's own modules import nothing that lies above them.
    private func imports(_ draft: Draft, _ contract: ContractDescriptor) -> [String] {
        guard draft.file.importsContract else { return [] }
        let hasScreens: Bool = contract.types.contains { usesForeignScreens([$0.name]) }
        return ["ColonnadeContract"] + (hasScreens ? ["ColonnadeSystemIO"] : [])
    }

    /// Whether one of these is a type of the platform's screens, and not of this module.
    private func usesForeignScreens(_ names: [String]) -> Bool {
        names.contains { PlatformTypes.screenNames.contains($0) && !declaredNames.contains($0) }
    }

    private var declaredNames: Set<String> { Set(drafts.flatMap(\.file.types).map(\.name)) }

    /// A contract tells types by their names: where it has a screen, no other type may be called like a part of one.
    private func checkScreenNames(_ used: [[String]], _ descriptors: [String: TypeDescriptor], _ diagnostics: inout Diagnostics) {
        for (draft, names): (Draft, [String]) in zip(drafts, used)
        where usesForeignScreens(closure(of: names, descriptors).map(\.name)) {
            for type: DeclaredType in draft.file.types where PlatformTypes.screenNames.contains(type.name) {
                diagnostics.add(
                    "\(type.name) is what the platform calls a part of a screen, and this interface has screens; choose another name",
                    in: draft.file.path, at: type.position, rule: LintRule.name.rawValue)
            }
        }
    }

    private func boardTypes(_ interface: ResolvedInterface?) -> [String] {
        (interface?.boards ?? []).flatMap { [$0.input, $0.output, $0.command ?? .void] }.compactMap(\.declaredName)
    }

    /// The types with these names, and all that they use, by name.
    private func closure(of names: [String], _ descriptors: [String: TypeDescriptor]) -> [TypeDescriptor] {
        var found: [String: TypeDescriptor] = [:]
        var waiting: [String] = names
        while let name: String = waiting.popLast() {
            guard found[name] == nil, let descriptor: TypeDescriptor = descriptors[name] else { continue }
            found[name] = descriptor
            let fields: [FieldDescriptor] = descriptor.fields + (descriptor.cases ?? []).flatMap(\.values)
            waiting += fields.flatMap { typeNames(in: $0.type) }
        }
        return found.values.sorted { $0.name < $1.name }
    }

    /// The names in a type as it is written in a descriptor: `[String: Place.Kind?]`.
    private func typeNames(in type: String) -> [String] {
        type.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
    }
}
