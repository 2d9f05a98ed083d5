import FoundationEssentials

/// Finds InOut files.
enum InterfaceFinder {
    /// The InOut files among and below `paths`, sorted. What is hidden (`.build`) and test fixtures are left out below a
    /// folder; a file that is named is taken.
    static func find(_ paths: [String]) throws(Diagnostics) -> [String] {
        var found: Set<String> = []
        var diagnostics: Diagnostics = Diagnostics()
        for path: String in paths {
            var isFolder: Bool = false
            if !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
                diagnostics.add("there is no such file or folder", in: path, at: SourcePosition(line: 1, column: 1))
            } else if isFolder {
                search(path, into: &found)
            } else if path.hasSuffix("InOut.swift") {
                found.insert(path)
            } else {
                diagnostics.add("an interface stands in a file called …InOut.swift", in: path, at: SourcePosition(line: 1, column: 1))
            }
        }
        guard diagnostics.isEmpty else { throw diagnostics }
        return found.sorted()
    }

    /// The InOut files of one folder, without those below.
    static func siblings(in folder: String) -> [String] {
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return names.filter { $0.hasSuffix("InOut.swift") }.sorted().map { join(folder, $0) }
    }

    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
    }

    static func join(_ folder: String, _ name: String) -> String {
        if folder.isEmpty || folder == "." { return name }
        return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func search(_ folder: String, into found: inout Set<String>) {
        for name: String in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            if isLeftOut(name) { continue }
            let path: String = join(folder, name)
            var isFolder: Bool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            if isFolder, !isLink(path) {
                search(path, into: &found)
            } else if !isFolder, name.hasSuffix("InOut.swift") {
                found.insert(path)
            }
        }
    }

    /// Whether a file at this path below a folder would be looked at.
    static func isSearched(_ path: String) -> Bool {
        !path.split(separator: "/").contains { isLeftOut(String($0)) }
    }

    private static func isLeftOut(_ name: String) -> Bool {
        name.hasPrefix(".") || ["Fixtures", "Golden", "node_modules"].contains(name)
    }

    private static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }
}
