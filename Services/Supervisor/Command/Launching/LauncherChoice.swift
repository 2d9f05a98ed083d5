import FoundationEssentials

/// The launcher files of a repository, where none is named.
enum LauncherChoice {
    static let folder: String = "deploy/launchers"

    /// Their names.
    static var all: [String] {
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }.sorted()
    }

    /// The path of the only one; nil where there is another number of them.
    static var only: String? {
        let files: [String] = all
        return files.count == 1 ? "\(folder)/\(files[0])" : nil
    }
}
