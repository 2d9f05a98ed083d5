import FoundationEssentials

/// Files to make, to change and to take away; all of it, or nothing.
public struct ChangeSet: Sendable {
    /// What becomes of one file.
    enum Change: Sendable {
        case create(text: String)
        case edit(from: String, to: String)
        case delete(text: String)
    }

    let root: String
    /// Relative to `root`, in the order in which they came.
    private(set) var changes: [(path: String, change: Change)] = []

    init(root: String) {
        self.root = root
    }

    /// One line for each file: what is done, and its path.
    public var summary: [String] {
        changes.map { path, change in
            switch change {
            case .create: "new      \(path)"
            case .edit: "changed  \(path)"
            case .delete: "removed  \(path)"
            }
        }
    }

    func absolute(_ path: String) -> String { InterfaceFinder.join(root, path) }

    /// A file that must not be there yet.
    mutating func create(_ path: String, _ text: String) { changes.append((path, .create(text: text))) }

    /// A file that is there; nothing is noted where it stays the same.
    mutating func edit(_ path: String, from old: String, to new: String) {
        if old != new { changes.append((path, .edit(from: old, to: new))) }
    }

    mutating func delete(_ path: String) throws(ScaffoldError) {
        guard let text: String = TextFile.read(absolute(path)) else { throw ScaffoldError("the file can't be read", in: path) }
        changes.append((path, .delete(text: text)))
    }

    /// - Throws: the names of all files that are to be made and are there.
    func checkNothingIsOverwritten() throws(ScaffoldError) {
        let there: [String] = changes.compactMap { path, change in
            guard case .create = change, FileManager.default.fileExists(atPath: absolute(path)) else { return nil }
            return path
        }
        guard there.isEmpty else {
            throw ScaffoldError("nothing is overwritten, and these files are there; move them away: \(there.joined(separator: ", "))")
        }
    }

    /// Does all of it, and generates what the InOut files in `folders` say; where anything fails, what was done is undone.
    /// - Returns: the generated files that were written.
    @discardableResult
    public func apply(generatingIn folders: [String] = []) throws -> [String] {
        try checkNothingIsOverwritten()
        var done: [(path: String, change: Change)] = []
        do {
            for one: (path: String, change: Change) in changes {
                done.append(one)
                try perform(one.change, at: absolute(one.path))
            }
            return folders.isEmpty ? [] : try generate(in: folders)
        } catch {
            for one: (path: String, change: Change) in done.reversed() { undo(one.change, at: absolute(one.path)) }
            throw error
        }
    }

    private func generate(in folders: [String]) throws -> [String] {
        let generation: Generation = try Generation(folders.map(absolute))
        let before: [(path: String, text: String?)] = generation.stale.map { ($0, TextFile.read($0)) }
        do {
            try generation.write()
        } catch {
            for (path, text): (String, String?) in before {
                if let text { try? TextFile.write(text, to: path) } else { try? FileManager.default.removeItem(atPath: path) }
            }
            throw error
        }
        return generation.stale
    }

    private func perform(_ change: Change, at path: String) throws {
        switch change {
        case .create(let text):
            try FileManager.default.createDirectory(atPath: InterfaceFinder.folder(of: path), withIntermediateDirectories: true)
            try TextFile.write(text, to: path)
        case .edit(_, let text): try TextFile.write(text, to: path)
        case .delete:
            try FileManager.default.removeItem(atPath: path)
            removeEmptyFolders(above: path)
        }
    }

    /// As well as it can be: what led here is told anyhow.
    private func undo(_ change: Change, at path: String) {
        switch change {
        case .create:
            try? FileManager.default.removeItem(atPath: path)
            removeEmptyFolders(above: path)
        case .edit(let text, _): try? TextFile.write(text, to: path)
        case .delete(let text): try? perform(.create(text: text), at: path)
        }
    }

    private func removeEmptyFolders(above path: String) {
        var folder: String = InterfaceFinder.folder(of: path)
        while folder.count > root.count, (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty == true {
            try? FileManager.default.removeItem(atPath: folder)
            folder = InterfaceFinder.folder(of: folder)
        }
    }
}
