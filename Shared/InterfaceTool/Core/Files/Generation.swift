import ColonnadeContract

/// What `svc-interface generate` does: reads InOut files and their locks, and makes the files beside them.
public struct Generation: Sendable {
    /// A generated file.
    public struct Output: Hashable, Sendable {
        public let path: String
        public let text: String
        /// Whether the file on disk has this text already.
        public let isCurrent: Bool
    }

    /// The InOut files that were read.
    public let sources: [String]
    public let outputs: [Output]

    /// Reads the InOut files among and below `paths`, and makes their generated files in memory.
    /// - Throws: every mistake in every file.
    public init(_ paths: [String]) throws(Diagnostics) {
        sources = try InterfaceFinder.find(paths)
        var diagnostics: Diagnostics = Diagnostics()
        var outputs: [Output] = []
        let platform: [TypeDescriptor] = try Self.platformTypes(sources)
        for (folder, files): (String, [String]) in Dictionary(grouping: sources, by: InterfaceFinder.folder(of:)) {
            do throws(Diagnostics) {
                let module: Module = Module(drafts: try Self.drafts(files + InterfaceFinder.siblings(in: folder)), platform: platform)
                for file: ResolvedFile in try module.resolve(Set(files)) { outputs += try Self.outputs(file) }
            } catch {
                diagnostics.add(error)
            }
        }
        guard diagnostics.isEmpty else { throw diagnostics }
        self.outputs = outputs.sorted { $0.path < $1.path }
    }

    /// Writes what differs.
    public func write() throws(Diagnostics) {
        for output: Output in outputs where !output.isCurrent { try TextFile.write(output.text, to: output.path) }
    }

    /// The files that differ on disk from what they should be.
    public var stale: [String] { outputs.filter { !$0.isCurrent }.map(\.path) }

    /// The platform's own descriptors: as the sources of this run have them, or as this tool was built with.
    private static func platformTypes(_ sources: [String]) throws(Diagnostics) -> [TypeDescriptor] {
        guard let path: String = sources.first(where: { $0.hasSuffix("/Descriptors/DescriptorsInOut.swift") }) else {
            return PlatformTypes.linked
        }
        let file: [ResolvedFile] = try Module(drafts: try drafts([path]), platform: []).resolve([path])
        return file.flatMap(\.contract.types)
    }

    private static func drafts(_ paths: [String]) throws(Diagnostics) -> [Draft] {
        var diagnostics: Diagnostics = Diagnostics()
        var drafts: [Draft] = []
        for path: String in Set(paths).sorted() {
            do throws(Diagnostics) {
                drafts.append(try draft(path))
            } catch {
                diagnostics.add(error)
            }
        }
        guard diagnostics.isEmpty else { throw diagnostics }
        return drafts
    }

    private static func draft(_ path: String) throws(Diagnostics) -> Draft {
        var diagnostics: Diagnostics = Diagnostics()
        let start: SourcePosition = SourcePosition(line: 1, column: 1)
        guard let source: String = TextFile.read(path) else {
            diagnostics.add("the file can't be read as UTF-8", in: path, at: start)
            throw diagnostics
        }
        let parsed: (file: DeclaredFile, diagnostics: Diagnostics) = InterfaceParser.parse(source, path: path)
        diagnostics.add(parsed.diagnostics)
        let lockPath: String = lockPath(parsed.file)
        var lock: ContractDescriptor?
        do {
            lock = try TextFile.read(lockPath).flatMap(LockFile.contract)
        } catch {
            diagnostics.add("this is no contract lock; take it from version control again (\(error))", in: lockPath, at: start)
        }
        for conflict: String in lock.map(LockFile.conflicts(in:)) ?? [] {
            diagnostics.add("\(conflict); take the newer one out of the lock and generate again", in: lockPath, at: start)
        }
        guard diagnostics.isEmpty else { throw diagnostics }
        return Draft(file: parsed.file, lock: lock)
    }

    private static func lockPath(_ file: DeclaredFile) -> String {
        InterfaceFinder.join(InterfaceFinder.folder(of: file.path), "\(file.name).contract.json")
    }

    private static func outputs(_ file: ResolvedFile) throws(Diagnostics) -> [Output] {
        let folder: String = InterfaceFinder.folder(of: file.path)
        let lock: String
        do {
            lock = try LockFile.text(file.contract)
        } catch {
            var diagnostics: Diagnostics = Diagnostics()
            diagnostics.add("the lock can't be written: \(error)", in: file.path, at: SourcePosition(line: 1, column: 1))
            throw diagnostics
        }
        return [("\(file.name)IOInterface.swift", GeneratedFile.text(file)), ("\(file.name).contract.json", lock)].map { name, text in
            let path: String = InterfaceFinder.join(folder, name)
            return Output(path: path, text: text, isCurrent: TextFile.read(path) == text)
        }
    }
}
