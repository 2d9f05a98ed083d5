import RepositoryFiles

/// Who depends on whom, as the build sees it.
struct PackageRules {
    /// Folders of Services that are no vertical: what launches them, what hosts all of them in one process, and the shell in front of them.
    static let hosts: Set<String> = ["Supervisor", "Clinic", "Octopus"]

    let verticals: [Manifest.Vertical]

    /// A vertical is one line of Package.swift, and its folder is there.
    static func lines(_ manifest: String, folders: [String]) -> [Violation] {
        let names: [String] = manifest.components(separatedBy: "\n").filter { !$0.contains("//") }.flatMap { line in
            line.matches(of: /\bvertical\(\s*"(\w+)"/).map { String($0.1) }
        }
        let repeated: Set<String> = Set(names.filter { name in names.count { $0 == name } > 1 })
        let written: [String] = manifest.matches(of: /in: "Services\/(\w+)/).map { String($0.1) }.filter { !hosts.contains($0) }
        return repeated.sorted().map { Violation("Package.swift", "\($0) stands in more than one line") }
            + Set(names).symmetricDifference(folders).sorted().map {
                Violation(
                    "Package.swift",
                    "\($0) \(folders.contains($0) ? "is a folder of Services without a line" : "has no folder in Services")")
            }
            + written.map { Violation("Package.swift", "a target of \($0) is written out; its line should make it") }
    }

    /// - Parameter main: the program that runs all verticals in one process.
    func hosted(_ main: SourceFile) -> [Violation] {
        verticals.filter { vertical in !main.code.contains { $0.contains(".install(launcherPlugin: \(vertical.name)LauncherPlugin") } }.map
        {
            Violation(main, "\($0.name) has a line in Package.swift and is not installed; add .install(launcherPlugin: …)")
        }
    }

    /// - Parameter graph: what each module is built from, its dependencies' dependencies included.
    func graph(_ graph: [String: Set<String>]) -> [Violation] {
        graph.keys.sorted().flatMap { module in
            graph[module, default: []].sorted().filter { !mayUse(module, $0) }.map {
                Violation("Package.swift", "\(module) is built from \($0)")
            } + layers(module, graph[module, default: []])
        }
    }

    /// - Parameter modules: whose symbols a vertical's daemon has.
    func linked(_ modules: Set<String>, in daemon: String, of vertical: String) -> [Violation] {
        let foreign: [String] = modules.sorted().filter { !mayUse(vertical, $0) }
        let missing: [String] = ["\(vertical)Domain", "\(vertical)IO"].filter { !modules.contains($0) }
        return foreign.map { Violation(daemon, "holds symbols of \($0)") }
            + missing.map { Violation(daemon, "holds no symbol of \($0): its symbols are not read as they should be") }
    }

    /// Whether a change of the second module may make the first be compiled: verticals know each other by interfaces that they use,
    /// libraries of the suite and the shell know interfaces, and the platform knows neither.
    private func mayUse(_ module: String, _ other: String) -> Bool {
        guard let provider: String = owner(of: other) else { return true }
        if let consumer: Manifest.Vertical = verticals.first(where: { $0.name == owner(of: module) }) {
            return consumer.name == provider || other == "\(provider)IO" && consumer.uses.contains(provider)
        }
        if module.hasPrefix("Octopus") || module.hasPrefix("svc_octopus"), !module.hasSuffix("Tests") { return other == "\(provider)IO" }
        let platform: [String] = ["Colonnade", "Supervisor", "InterfaceTool", "svc_supervisor", "svc_interface", "svc_echo"]
        return module.hasSuffix("Tests") || !platform.contains(where: module.hasPrefix)
    }

    /// The vertical that a module belongs to; nil for the platform's, the tests' and others'.
    private func owner(of module: String) -> String? {
        verticals.first { vertical in
            let daemon: String = "svc_" + kebab(vertical.name).replacing("-", with: "_")
            let layers: [String] = ["", "Domain", "Data", "DataDomainInterface", "Presentation", "IO"] + vertical.stores
            return layers.contains { vertical.name + $0 == module } || module == daemon || module.hasPrefix(daemon + "_")
        }?.name
    }

    private func layers(_ module: String, _ dependencies: Set<String>) -> [Violation] {
        guard let vertical: String = owner(of: module), module.hasPrefix(vertical) else { return [] }
        let layer: Substring = module.dropFirst(vertical.count)
        let banned: [String]
        switch layer {
        case "Domain":
            return dependencies.subtracting(["ColonnadePrelude"]).sorted().map {
                Violation("Package.swift", "\(module) is built from \($0); a domain knows Prelude alone")
            }
        case "Data": banned = ["DataDomainInterface", "Presentation", "IO", ""]
        case "DataDomainInterface": banned = ["Presentation", "IO", ""]
        case "Presentation": banned = ["Data", "DataDomainInterface", ""]
        case "IO": banned = ["Domain", "Data", "DataDomainInterface", "Presentation", ""]
        default: banned = []
        }
        return banned.map { vertical + $0 }.filter(dependencies.contains).map {
            Violation("Package.swift", "\(module) is built from \($0): that is the wrong way")
        }
    }

    func kebab(_ name: String) -> String {
        name.reduce(into: "") { text, letter in
            if letter.isUppercase, !text.isEmpty { text += "-" }
            text += letter.lowercased()
        }
    }
}
