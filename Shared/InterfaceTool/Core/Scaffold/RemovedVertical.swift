import FoundationEssentials

/// Takes a vertical out again: its folders, its line, its entry, its export, its place in the process that runs all.
public struct RemovedVertical {
    public let changes: ChangeSet

    /// - Parameters:
    ///   - root: the folder of the package.
    ///   - launcher: the launcher file, relative to the package; nil where there is only one.
    ///   - force: takes files out too that are not as they were made.
    /// - Throws: ``ScaffoldError`` where somebody uses it, or where work would be lost.
    public init(_ text: String, in root: String, launcher: String? = nil, force: Bool = false) throws(ScaffoldError) {
        let name: VerticalName = try VerticalName(text)
        let package: SuitePackage = try SuitePackage(root: root, launcher: launcher)
        guard package.manifest.verticals.contains(name.text) else {
            throw ScaffoldError(
                "there is no vertical \(name.text); there are: \(package.manifest.verticals.joined(separator: ", "))", in: "Package.swift")
        }
        try Self.checkIsUnused(name, in: package)
        let files: [String] = [name.interfaceFolder, name.folder, name.testsFolder].flatMap(package.files)
        if !force { try Self.checkIsAsMade(name, files, in: package) }
        var changes: ChangeSet = ChangeSet(root: package.root)
        for file: String in files { try changes.delete(file) }
        changes.edit("Package.swift", from: package.manifest.text, to: try package.manifest.removing(name))
        let launching: (file: LauncherText, text: String) = try package.launcherText()
        changes.edit(package.launcher, from: launching.text, to: launching.file.removing(name))
        if let text: String = package.text(NewVertical.umbrella) {
            changes.edit(NewVertical.umbrella, from: text, to: ImportList.removing(NewVertical.export(name), from: text))
        }
        if let text: String = package.text(HostText.path) { changes.edit(HostText.path, from: text, to: HostText(text).removing(name)) }
        self.changes = changes
    }

    private static func checkIsUnused(_ name: VerticalName, in package: SuitePackage) throws(ScaffoldError) {
        var users: [String] = package.manifest.mentions(of: name).map { "Package.swift: \($0)" }
        let modules: Set<String> = Set(([""] + VerticalName.layers).map { name.text + $0 })
        let own: [String] = [name.interfaceFolder, name.folder, name.testsFolder].map { $0 + "/" }
        users += package.text(HostText.path).map(HostText.init)?.mentions(of: name).map { "\(HostText.path): \($0)" } ?? []
        let edited: [String] = [NewVertical.umbrella, HostText.path]
        for path: String in package.swiftFiles where !edited.contains(path) && !own.contains(where: path.hasPrefix) {
            let lines: [Substring] = package.text(path)?.split(separator: "\n") ?? []
            users += lines.filter { $0.contains("import ") && modules.contains(String(Template.module($0))) }.map { "\(path): \($0)" }
        }
        guard users.isEmpty else {
            throw ScaffoldError("\(name.text) is used; take that out first:\n  \(users.joined(separator: "\n  "))")
        }
    }

    /// Only what `new` has written, and what is made from that.
    private static func checkIsAsMade(_ name: VerticalName, _ files: [String], in package: SuitePackage) throws(ScaffoldError) {
        let made: [String: String] = Dictionary(uniqueKeysWithValues: NewVertical.templates.map { $0.file(for: name) })
        let changed: [String] = files.filter { file in
            let isGenerated: Bool = file.hasSuffix("IOInterface.swift") || file.hasSuffix(".contract.json")
            return made[file].map { $0 != package.text(file) } ?? !isGenerated
        }
        guard changed.isEmpty else {
            throw ScaffoldError(
                "these files are not as `svc-interface new` made them, and would be lost; give --force to lose them:\n  "
                    + changed.joined(separator: "\n  "))
        }
    }
}
