import ColonnadeContract
import SwiftParser
import SwiftSyntax

/// InOut files as they are now: parsed, with every name looked up and every number given.
struct InterfaceReading {
    /// The InOut files of one folder, which see each other's types.
    struct Folder {
        /// All files of the folder, those that were not asked for too.
        let declared: [DeclaredFile]
        /// Those that were asked for.
        let files: [ResolvedFile]
    }

    /// The InOut files that were asked for.
    let sources: [String]
    let folders: [Folder]

    /// Reads the InOut files among and below `paths`.
    /// - Parameter trees: those that were parsed already, by path.
    /// - Throws: every mistake in every file.
    init(_ paths: [String], trees: [String: SourceFileSyntax] = [:]) throws(Diagnostics) {
        sources = try InterfaceFinder.find(paths)
        var diagnostics: Diagnostics = Diagnostics()
        var folders: [Folder] = []
        let platform: [TypeDescriptor] = try Self.platformTypes(sources, trees)
        let grouped: [String: [String]] = Dictionary(grouping: sources, by: InterfaceFinder.folder(of:))
        for (folder, files): (String, [String]) in grouped.sorted(by: { $0.key < $1.key }) {
            do throws(Diagnostics) {
                let module: Module = Module(
                    drafts: try Self.drafts(files + InterfaceFinder.siblings(in: folder), trees), platform: platform)
                folders.append(Folder(declared: module.drafts.map(\.file), files: try module.resolve(Set(files))))
            } catch {
                diagnostics.add(error)
            }
        }
        guard diagnostics.isEmpty else { throw diagnostics }
        self.folders = folders
    }

    /// The platform's own types: as the sources of this run have them, or as this tool was built with.
    private static func platformTypes(_ sources: [String], _ trees: [String: SourceFileSyntax]) throws(Diagnostics) -> [TypeDescriptor] {
        var types: [TypeDescriptor] = PlatformTypes.linked
        for end: String in ["/Descriptors/DescriptorsInOut.swift", "/SystemIO/PresentationInOut.swift"] {
            guard let path: String = sources.first(where: { $0.hasSuffix(end) }) else { continue }
            let siblings: [String] = InterfaceFinder.siblings(in: InterfaceFinder.folder(of: path))
            let file: [ResolvedFile] = try Module(drafts: try drafts([path] + siblings, trees), platform: []).resolve([path])
            let found: [TypeDescriptor] = file.flatMap(\.contract.types)
            let names: Set<String> = Set(found.map(\.name))
            types = types.filter { !names.contains($0.name) } + found
        }
        return types
    }

    private static func drafts(_ paths: [String], _ trees: [String: SourceFileSyntax]) throws(Diagnostics) -> [Draft] {
        var diagnostics: Diagnostics = Diagnostics()
        var drafts: [Draft] = []
        for path: String in Set(paths).sorted() {
            do throws(Diagnostics) {
                drafts.append(try draft(path, trees[path]))
            } catch {
                diagnostics.add(error)
            }
        }
        guard diagnostics.isEmpty else { throw diagnostics }
        return drafts
    }

    private static func draft(_ path: String, _ tree: SourceFileSyntax?) throws(Diagnostics) -> Draft {
        var diagnostics: Diagnostics = Diagnostics()
        let start: SourcePosition = SourcePosition(line: 1, column: 1)
        guard let tree: SourceFileSyntax = tree ?? TextFile.read(path).map({ Parser.parse(source: $0) }) else {
            diagnostics.add("the file can't be read as UTF-8", in: path, at: start)
            throw diagnostics
        }
        let parsed: (file: DeclaredFile, diagnostics: Diagnostics) = InterfaceParser.parse(tree, path: path)
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
}
