import FoundationEssentials

/// Finds the programs that a launcher file names.
struct ExecutableFinder {
    /// The folder of the launcher file.
    let launcherFolder: String

    /// A name is looked for beside this program first; a path, or what was not found there, relative to the launcher file.
    /// - Returns: the absolute path; nil where there is none that may be run.
    func find(_ name: String) -> String? {
        candidates(name).first { FileManager.default.isExecutableFile(atPath: $0) && !Self.isFolder($0) }
    }

    /// A program that is no vertical: a name is looked for in the folders of PATH as well.
    func findProgram(_ name: String) -> String? {
        if let found: String = find(name) { return found }
        guard !name.contains("/") else { return nil }
        let folders: [Substring] = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first {
            $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0) && !Self.isFolder($0)
        }
    }

    /// Where `find` looks, for messages.
    func candidates(_ name: String) -> [String] {
        if name.hasPrefix("/") { return [name] }
        let relative: String = URL(filePath: "\(launcherFolder)/\(name)").standardized.path
        return name.contains("/") ? [relative] : ["\(Self.ownFolder)/\(name)", relative]
    }

    /// The folder in which this program stands.
    static var ownFolder: String {
        let program: String? = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return program.map { URL(filePath: $0).deletingLastPathComponent().path } ?? "."
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: Bool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return isFolder
    }
}
