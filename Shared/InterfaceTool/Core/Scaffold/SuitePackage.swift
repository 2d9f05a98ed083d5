import FoundationEssentials

/// A package with a suite in it, this repository or somebody else's: what `svc-interface new` reads and changes.
struct SuitePackage {
    /// Its folder; empty for the current one.
    let root: String
    let manifest: ManifestText
    /// The launcher file, relative to the package.
    let launcher: String

    /// - Parameter launcher: the launcher file; nil where there is only one.
    init(root: String, launcher: String?) throws(ScaffoldError) {
        self.root = root == "." ? "" : root
        guard let text: String = TextFile.read(InterfaceFinder.join(root, "Package.swift")) else {
            throw ScaffoldError("there is no Package.swift in \(root == "." ? "this folder" : root); run this in the folder of a package")
        }
        manifest = ManifestText(text)
        if let launcher { self.launcher = launcher } else { self.launcher = try Self.launcher(in: self.root, of: manifest.verticals) }
    }

    func text(_ path: String) -> String? { TextFile.read(InterfaceFinder.join(root, path)) }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: InterfaceFinder.join(root, path)) }

    /// Every file below a folder, relative to the package, in order; hidden ones too.
    func files(below folder: String) -> [String] {
        var isFolder: Bool = false
        guard FileManager.default.fileExists(atPath: InterfaceFinder.join(root, folder), isDirectory: &isFolder), isFolder else {
            return []
        }
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: InterfaceFinder.join(root, folder))) ?? []
        return names.sorted().flatMap { name in
            let path: String = InterfaceFinder.join(folder, name)
            var isFolder: Bool = false
            let isThere: Bool = FileManager.default.fileExists(atPath: InterfaceFinder.join(root, path), isDirectory: &isFolder)
            return isThere && isFolder ? files(below: path) : [path]
        }
    }

    /// Every Swift file of the package but Package.swift, without what was fetched or built.
    var swiftFiles: [String] {
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: root.isEmpty ? "." : root)) ?? []
        return names.sorted().filter { !$0.hasPrefix(".") }.flatMap { files(below: $0) }.filter { path in
            path.hasSuffix(".swift") && !path.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "Fixtures" || $0 == "Golden" }
        }
    }

    func launcherText() throws(ScaffoldError) -> (file: LauncherText, text: String) {
        guard let text: String = text(launcher) else { throw ScaffoldError("there is no such launcher file", in: launcher) }
        return (try LauncherText(text, path: launcher), text)
    }

    /// The launcher file that has all verticals, where there are several.
    private static func launcher(in root: String, of verticals: [String]) throws(ScaffoldError) -> String {
        let found: [(path: String, text: String)] = ["deploy/launchers", "."].flatMap { folder -> [(path: String, text: String)] in
            let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: InterfaceFinder.join(root, folder))) ?? []
            return names.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }.sorted().compactMap { name in
                let path: String = InterfaceFinder.join(folder, name)
                return TextFile.read(InterfaceFinder.join(root, path)).map { (path: path, text: $0) }
            }
        }.filter { $0.text.contains("\nverticals:") }
        guard !found.isEmpty else {
            throw ScaffoldError(
                "there is no launcher file in deploy/launchers or beside Package.swift; give --launcher FILE, with a line \"verticals:\"")
        }
        let whole: [String] = found.filter { path, text in
            guard let file: LauncherText = try? LauncherText(text, path: path) else { return false }
            return verticals.compactMap { try? VerticalName($0) }.allSatisfy(file.has)
        }.map(\.path)
        guard let path: String = found.count == 1 ? found[0].path : whole.first, found.count == 1 || whole.count == 1 else {
            throw ScaffoldError(
                "there are several launcher files; say which by --launcher: \(found.map(\.path).joined(separator: ", "))")
        }
        return path
    }
}
