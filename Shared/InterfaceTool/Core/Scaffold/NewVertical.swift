import FoundationEssentials

/// Makes a vertical that works: an interface with one board, one use case, one repository on SQLite, a daemon, its tests, its line in
/// Package.swift and its entry in the launcher file.
public struct NewVertical {
    static let umbrella: String = "Shared/IOInterface/IOInterface/IOInterface.swift"
    /// What a new vertical is made of.
    static let templates: [Template] =
        Template.interface + Template.domain + Template.data + Template.presentation + Template.containers + Template.tests

    public let changes: ChangeSet
    private let package: SuitePackage
    private let name: VerticalName

    /// - Parameters:
    ///   - root: the folder of the package.
    ///   - launcher: the launcher file, relative to the package; nil where there is only one.
    /// - Throws: ``ScaffoldError`` where the name can not be one, is taken, or the package can not take a vertical.
    public init(_ text: String, in root: String, launcher: String? = nil) throws(ScaffoldError) {
        name = try VerticalName(text)
        package = try SuitePackage(root: root, launcher: launcher)
        try Self.checkIsFree(name, in: package)
        var changes: ChangeSet = ChangeSet(root: package.root)
        for template: Template in Self.templates {
            let file: (path: String, text: String) = template.file(for: name)
            changes.create(file.path, file.text)
        }
        changes.edit("Package.swift", from: package.manifest.text, to: try package.manifest.adding(name))
        let launching: (file: LauncherText, text: String) = try package.launcherText()
        changes.edit(package.launcher, from: launching.text, to: launching.file.adding(name))
        if let text: String = package.text(Self.umbrella) { changes.edit(Self.umbrella, from: text, to: Self.exporting(name, in: text)) }
        self.changes = changes
        try changes.checkNothingIsOverwritten()
    }

    /// Makes all of it; where anything fails, nothing was made.
    /// - Returns: the files that are generated from the new InOut files.
    public func make() throws -> [String] {
        let folders: [String] = [name.interfaceFolder, "\(name.folder)/DependencyContainer"]
        return try changes.apply(generatingIn: folders)
    }

    /// Every interface by one import, where the suite has that.
    private static func exporting(_ name: VerticalName, in text: String) -> String {
        var lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line: Substring = "@_exported public import \(name.text)IO"
        let place: Int =
            lines.firstIndex { $0.hasPrefix("@_exported") && Template.module($0) > Template.module(line) }
            ?? (lines.lastIndex { $0.hasPrefix("@_exported") }.map { $0 + 1 } ?? lines.count - 1)
        lines.insert(line, at: place)
        return lines.joined(separator: "\n")
    }

    private static func checkIsFree(_ name: VerticalName, in package: SuitePackage) throws(ScaffoldError) {
        let folders: [String] = [name.folder, name.interfaceFolder, name.testsFolder].filter(package.exists)
        guard folders.isEmpty, !package.manifest.verticals.contains(name.text) else {
            throw ScaffoldError(
                "there is a vertical \(name.text) already"
                    + (folders.isEmpty ? ", in Package.swift" : ", in \(folders.joined(separator: ", "))")
                    + "; choose another name, or take it out by --remove")
        }
        if let line: String = package.manifest.mentions(of: name).first {
            throw ScaffoldError("the name \(name.text) is taken: \(line)", in: "Package.swift")
        }
        guard try !package.launcherText().file.has(name) else {
            throw ScaffoldError("there is an entry \(name.kebab) already; take it out, or choose another name", in: package.launcher)
        }
    }
}
