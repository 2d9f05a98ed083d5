import FoundationEssentials

/// Where the libraries stand that programs of this toolchain load, beside the system's own folders.
enum LoadedLibraries {
    /// Of this very process: the daemons beside it were built and linked as it was.
    static let folders: [String] = {
        let maps: Data = FileManager.default.contents(atPath: "/proc/self/maps") ?? Data()
        return folders(in: String(decoding: maps, as: UTF8.self))
    }()

    /// The folders of shared libraries in the text of /proc/PID/maps, and of the program that writes Swift's backtraces.
    static func folders(in maps: String) -> [String] {
        var found: [String] = []
        for line: Substring in maps.split(separator: "\n") {
            guard let start: String.Index = line.firstIndex(of: "/"), line[start...].contains(".so") else { continue }
            let folder: String = String(line[start...].prefix(upTo: line.lastIndex(of: "/") ?? line.endIndex))
            guard !folder.isEmpty, !found.contains(folder) else { continue }
            found.append(folder)
        }
        return withTools(found)
    }

    /// Folders of libraries, and of the program that writes the backtraces of those that are Swift's.
    static func withTools(_ found: [String]) -> [String] {
        let runtime: String = "/lib/swift/linux"
        return found + found.filter { $0.hasSuffix(runtime) }.map { "\($0.dropLast(runtime.count))/libexec/swift" }
    }
}
