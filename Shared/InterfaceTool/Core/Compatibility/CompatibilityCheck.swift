import ColonnadeContract

/// What `svc-interface check` and `diff` do: compares InOut files with what they were.
public struct CompatibilityCheck: Sendable {
    /// What the interfaces were compared with: `origin/main (1a2b3c4)`.
    public let baseline: String
    /// Every change, by file and place.
    public let changes: [ContractChange]

    /// Compares the InOut files among and below `paths`.
    /// - Parameter against: a contract's file, or a commit; nil for where the work here left the main branch.
    /// - Throws: every mistake in every file, or why there is nothing to compare with.
    public init(_ paths: [String], against: String?) throws(Diagnostics) {
        let reading: InterfaceReading = try InterfaceReading(paths)
        let folders: [String] = paths.filter { !$0.hasSuffix("InOut.swift") }
        let start: String = folders.first ?? reading.sources.first.map(InterfaceFinder.folder(of:)) ?? ""
        let baseline: Baseline = try Baseline(against, around: start)
        self.baseline = baseline.name
        var changes: [ContractChange] = []
        var isFound: Bool = !baseline.isSingle
        for folder: InterfaceReading.Folder in reading.folders {
            for file: ResolvedFile in folder.files {
                let index: DeclarationIndex = Self.index(file, folder.declared)
                guard let old: ContractDescriptor = baseline.contract(of: file) else {
                    if !baseline.isSingle {
                        changes.append(ContractChange(file.contract.name, index.interface, nil, "\(file.name) is new"))
                    }
                    continue
                }
                isFound = true
                changes += ChangeLog(old: old, new: file.contract, index: index).changes
            }
        }
        guard isFound else {
            throw Diagnostics("no InOut file among those that were read has the interface of this lock", in: baseline.name)
        }
        let files: [ResolvedFile] = reading.folders.flatMap(\.files)
        changes += baseline.removed(besides: files, below: folders).map(Self.removal)
        self.changes = changes.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }

    /// What fails a check.
    /// - Parameter strict: whether that, too, fails which only needs the provider to be rolled out first.
    public func failures(strict: Bool) -> [ContractChange] {
        changes.filter { $0.isBreaking || strict && $0.needsProviderFirst }
    }

    private static func index(_ file: ResolvedFile, _ declared: [DeclaredFile]) -> DeclarationIndex {
        guard let own: DeclaredFile = declared.first(where: { $0.path == file.path }) else {
            preconditionFailure("\(file.path) was resolved and not read")
        }
        return DeclarationIndex(own, siblings: declared)
    }

    private static func removal(_ entry: Baseline.Entry) -> ContractChange {
        let name: String = entry.contract.name
        let path: String = String(entry.path.dropLast("contract.json".count + 1)) + "InOut.swift"
        let place: DeclarationIndex.Place = DeclarationIndex.Place(file: path, position: SourcePosition(line: 1, column: 1))
        return ContractChange(name, place, .interfaceRemoved, "the interface \(name) is gone, and old consumers find no provider")
    }
}
