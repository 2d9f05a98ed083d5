import FoundationEssentials

/// Makes a vertical that works: an interface with one board, one use case, one repository on SQLite, a daemon, its tests, its line in
/// Package.swift, its entry in the launcher file, and its place in the process that runs all verticals.
public struct NewVertical {
    /// The module with every interface by one import, where the suite has that.
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
        if let text: String = package.text(Self.umbrella) {
            changes.edit(Self.umbrella, from: text, to: ImportList.adding(Self.export(name), to: text))
        }
        if let text: String = package.text(HostText.path) {
            changes.edit(HostText.path, from: text, to: try HostText(text).adding(name))
        }
        self.changes = changes
        try changes.checkNothingIsOverwritten()
    }

    /// Makes all of it; where anything fails, nothing was made.
    /// - Returns: the files that are generated from the new InOut files.
    public func make() throws -> [String] {
        let folders: [String] = [name.interfaceFolder, "\(name.folder)/DependencyContainer"]
        return try changes.apply(generatingIn: folders)
    }

    /// The line that exports a vertical's interface.
    static func export(_ name: VerticalName) -> String { "@_exported public import \(name.text)IO" }

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
