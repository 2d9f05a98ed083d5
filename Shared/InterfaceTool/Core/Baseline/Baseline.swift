import ColonnadeContract
import FoundationEssentials

/// The contracts that interfaces are compared with.
struct Baseline {
    struct Entry {
        let contract: ContractDescriptor
        /// The lock's path as it is to stand in messages.
        let path: String
    }

    /// What it is, for a person: `origin/main (1a2b3c4)`.
    let name: String
    /// Whether it holds one interface only, so that nothing is said of others.
    let isSingle: Bool
    private let entries: [String: Entry]
    private let root: String

    /// - Parameters:
    ///   - source: a contract's file, or a commit; nil for where the work here left the main branch.
    ///   - folder: a folder of the repository.
    init(_ source: String?, around folder: String) throws(Diagnostics) {
        if let source, FileManager.default.fileExists(atPath: source) {
            try self.init(file: source)
        } else {
            do throws(GitCommand.Failure) {
                let repository: GitRepository = try GitRepository(around: folder)
                let commit: (id: String, name: String) = try Self.commit(source, in: repository)
                try self.init(repository, commit)
            } catch {
                throw Diagnostics(error.reason, in: source ?? (folder.isEmpty ? "." : folder))
            }
        }
    }

    private init(file: String) throws(Diagnostics) {
        guard let text: String = TextFile.read(file) else { throw Diagnostics("the file can't be read as UTF-8", in: file) }
        guard let contract: ContractDescriptor = try Self.contract(text, path: file) else {
            throw Diagnostics("the lock is empty; give one that was generated", in: file)
        }
        name = file
        isSingle = true
        root = ""
        entries = [file: Entry(contract: contract, path: file)]
    }

    private init(_ repository: GitRepository, _ commit: (id: String, name: String)) throws(GitCommand.Failure) {
        name = "\(commit.name) (\(commit.id.prefix(7)))"
        isSingle = false
        root = repository.root
        var entries: [String: Entry] = [:]
        for path: String in try repository.locks(in: commit.id) {
            let text: String = try repository.text(path, in: commit.id)
            do throws(Diagnostics) {
                guard let contract: ContractDescriptor = try Self.contract(text, path: path) else { continue }
                entries[path] = Entry(contract: contract, path: path)
            } catch {
                throw GitCommand.Failure(reason: "\(path) of \(commit.name) is no contract lock; say --against with another commit")
            }
        }
        self.entries = entries
    }

    private static func commit(_ source: String?, in repository: GitRepository) throws(GitCommand.Failure) -> (id: String, name: String) {
        guard let source else {
            let main: (commit: String, name: String) = try repository.whereThisLeftMain()
            return (main.commit, main.name)
        }
        guard let commit: String = try repository.commit(source) else {
            throw GitCommand.Failure(
                reason: "this is no file, and no commit, branch or tag of \(repository.root); look at `git branch --all` and `git tag`")
        }
        return (commit, source)
    }

    private static func contract(_ text: String, path: String) throws(Diagnostics) -> ContractDescriptor? {
        do {
            return try LockFile.contract(text)
        } catch {
            throw Diagnostics("this is no contract lock; take it from version control again (\(error))", in: path)
        }
    }

    // MARK: Looking up

    /// The contract that a file's interface had: at the same place, or anywhere else under the same name.
    func contract(of file: ResolvedFile) -> ContractDescriptor? {
        if isSingle { return entries.values.first { $0.contract.name == file.contract.name }?.contract }
        let name: String = "\(file.name).contract.json"
        let path: String? = relative(InterfaceFinder.join(InterfaceFinder.folder(of: file.path), name))
        if let path, let entry: Entry = entries[path] { return entry.contract }
        let moved: [Entry] = entries.values.filter {
            ($0.path == name || $0.path.hasSuffix("/" + name)) && $0.contract.name == file.contract.name
        }
        return moved.count == 1 ? moved[0].contract : nil
    }

    /// The interfaces below `folders` that are there no more.
    func removed(besides files: [ResolvedFile], below folders: [String]) -> [Entry] {
        if isSingle { return [] }
        let present: Set<String> = Set(files.map(\.contract.name))
        let places: [String] = folders.compactMap { relative($0) }
        return entries.values.filter { entry in
            !entry.contract.boards.isEmpty && !present.contains(entry.contract.name) && InterfaceFinder.isSearched(entry.path)
                && places.contains { $0.isEmpty || entry.path.hasPrefix($0 + "/") }
        }.sorted { $0.path < $1.path }
    }

    /// A path from the root of the repository; nil where it lies outside.
    private func relative(_ path: String) -> String? {
        let whole: String = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
        if whole == root { return "" }
        return whole.hasPrefix(root + "/") ? String(whole.dropFirst(root.count + 1)) : nil
    }
}
