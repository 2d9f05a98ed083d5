import RepositoryFiles

/// Who may import whom: the table of the architecture. An arrow never points back, nor sideways between verticals.
struct LayerRule {
    /// The modules of this repository, and libraries of others, that files in a folder may import.
    struct Layer {
        let folder: String
        let imports: Set<String>
    }

    private static let standard: Set<String> = ["FoundationEssentials", "Synchronization"]
    private static let base: Set<String> = ["ColonnadePrelude", "ColonnadeWire", "ColonnadeContract"]
    private static let runtime: Set<String> = base.union([
        "ColonnadeSystemIO", "ColonnadeWorld", "ColonnadeEventLoop", "ColonnadeTransport",
    ])
    private static let shared: [Layer] = [
        Layer(folder: "Shared/Prelude", imports: []),
        Layer(folder: "Shared/Wire", imports: ["ColonnadePrelude"]),
        Layer(folder: "Shared/Contract", imports: standard.union(["ColonnadePrelude", "ColonnadeWire", "ColonnadeContinuation"])),
        Layer(folder: "Shared/SystemIO", imports: standard.union(base)),
        Layer(folder: "Shared/World", imports: standard.union(base).union(["ColonnadeSystemIO"])),
        Layer(folder: "Shared/EventLoop/Continuation", imports: []),
        Layer(
            folder: "Shared/EventLoop",
            imports: [
                "CLibuv", "CSpawn", "ColonnadeContinuation", "DequeModule", "Glibc", "FoundationEssentials", "HeapModule",
                "Synchronization",
            ]),
        Layer(folder: "Shared/Cryptography", imports: ["CSodium", "Glibc"]),
        Layer(folder: "Shared/Transport", imports: standard.union(base).union(["ColonnadeEventLoop", "DequeModule", "Glibc"])),
        Layer(folder: "Shared/Vertical", imports: standard.union(runtime).union(["ArgumentParser", "Logging", "Glibc"])),
        Layer(folder: "Shared/Sessions", imports: standard.union(base).union(["ColonnadeWorld", "ColonnadeCryptography"])),
        Layer(
            folder: "Shared/ClinicSessions",
            imports: standard.union(base).union(["AuthenticationIO", "ColonnadeSessions", "ColonnadeWorld", "Colonnade"])),
        Layer(folder: "Shared/Colonnade", imports: runtime.union(["ColonnadeVertical", "Logging"])),
        Layer(folder: "Shared/Presentation", imports: standard.union(base).union(["ColonnadeSystemIO"])),
        Layer(
            folder: "Shared/Telemetry",
            imports: standard.union(base).union([
                "ColonnadeSystemIO", "ColonnadeTransport", "ColonnadeVertical", "CoreMetrics", "Logging", "Tracing",
            ])),
        // Never linked by a daemon: what tests of a suite need.
        Layer(folder: "Shared/Testing", imports: standard.union(runtime).union(["ColonnadeVertical", "Glibc"])),
        // Run by SwiftPM, which speaks Foundation.
        Layer(folder: "Shared/InterfaceTool/Plugin", imports: ["Foundation", "PackagePlugin"]),
        Layer(
            folder: "Shared/InterfaceTool",
            imports: standard.union(base).union([
                "InterfaceTool", "ColonnadeSystemIO", "ColonnadeEventLoop", "ArgumentParser", "ColonnadeCryptography", "Glibc",
                "SwiftDiagnostics",
                "SwiftParser",
                "SwiftParserDiagnostics",
                "SwiftSyntax",
            ])),
        Layer(
            folder: "Shared/IOInterface/IOInterface",
            imports: Set(Repository.manifest.verticals.map { "\($0.name)IO" })),
        Layer(folder: "Shared/IOInterface", imports: ["ColonnadeWire", "ColonnadeContract", "ColonnadeSystemIO", "FoundationEssentials"]),
    ]
    private static let supervisor: [Layer] = [
        Layer(
            folder: "Services/Supervisor/Core",
            imports: standard.union(base).union(["ColonnadeSystemIO", "Foundation", "Yams"])),
        Layer(
            folder: "Services/Supervisor/Adapters",
            imports: standard.union(runtime).union(["SupervisorCore", "DequeModule", "Foundation", "Logging", "Glibc"])
                .subtracting(["ColonnadeWorld"])),
        Layer(
            folder: "Services/Supervisor/Command",
            imports: standard.union(runtime)
                .union(["SupervisorCore", "SupervisorAdapters", "ArgumentParser", "Foundation", "Logging", "Glibc"])
                .subtracting(["ColonnadeWorld"])),
    ]

    /// Formats of locales come with the whole of Foundation, which the template library has brought already.
    private static let markup: Layer = Layer(
        folder: "Services/Octopus/Markup",
        imports: standard.union([
            "ColonnadeContract", "ColonnadeSystemIO", "ColonnadePresentation", "FoundationInternationalization", "Glibc", "Mustache",
        ]))

    /// The app's shell: it knows the verticals by their interfaces alone, and only its door knows HTTP.
    private static func shell(_ verticals: [Manifest.Vertical]) -> [Layer] {
        let interfaces: Set<String> = Set(verticals.map { "\($0.name)IO" })
        let screens: Set<String> = standard.union(base).union(["ColonnadeSystemIO", "ColonnadePresentation", "ColonnadeWorld"])
        return [
            markup,
            Layer(folder: "Services/Octopus/Shell", imports: screens.union(["AuthenticationIO"])),
            Layer(folder: "Services/Octopus/Flows", imports: screens.union(interfaces).union(["OctopusShell"])),
            Layer(
                folder: "Services/Octopus/HTTP",
                imports: screens.union([
                    "AuthenticationIO", "CoreMetrics", "OctopusMarkup", "OctopusShell", "HTTPTypes", "Hummingbird", "HummingbirdCore",
                    "Logging",
                    "NIOCore", "NIOHTTPTypes",
                    "ServiceLifecycle", "Tracing",
                ])),
            Layer(
                folder: "Services/Octopus/DependencyContainer",
                imports: screens.union(interfaces).union([
                    "Colonnade", "ColonnadeEventLoop", "OctopusFlows", "OctopusHTTP", "OctopusShell",
                ])),
            Layer(folder: "Services/Octopus/Daemon", imports: ["Colonnade", "ColonnadeTelemetry", "Octopus"]),
        ]
    }

    /// The first layer whose folder a file lies in counts.
    let layers: [Layer]

    init(verticals: [Manifest.Vertical]) {
        layers =
            Self.shared + Self.supervisor + [Self.clinic(verticals)] + Self.shell(verticals)
            + verticals.flatMap { Self.vertical($0.name, uses: $0.uses, stores: $0.stores) }
    }

    func check(_ file: SourceFile) -> [Violation] {
        guard let layer: Layer = layers.first(where: { file.path.hasPrefix($0.folder + "/") }) else {
            return file.path.hasPrefix("Tests/")
                ? [] : [Violation(file, "lies in no layer; add its folder to the table in LayerRule.swift")]
        }
        return file.code.indices.compactMap { line in
            guard let module: String = imported(file.words(line)), !layer.imports.contains(module) else { return nil }
            return Violation(file, line: line, "\(layer.folder) may not import \(module)")
        }
    }

    private func imported(_ words: [Substring]) -> String? {
        guard let index: Int = words.firstIndex(of: "import"), index + 1 < words.count else { return nil }
        guard words[..<index].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains($0) })
        else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "typealias", "let", "var"]
        let name: Int = kinds.contains(words[index + 1]) ? index + 2 : index + 1
        return name < words.count ? String(words[name]) : nil
    }

    /// Several verticals in one process: by their public entries, and in no other way.
    private static func clinic(_ verticals: [Manifest.Vertical]) -> Layer {
        Layer(
            folder: "Services/Clinic/Daemon",
            imports: Set(verticals.flatMap { vertical in [vertical.name] + vertical.stores.map { vertical.name + $0 } } + ["Colonnade"]))
    }

    /// A vertical may use any library inside Data; its other layers see the layers below and the platform.
    private static func vertical(_ name: String, uses: [String], stores: [String]) -> [Layer] {
        let folder: String = "Services/\(name)"
        let foundation: Set<String> = standard.union(["Foundation"])
        let clients: Set<String> = Set(uses.map { "\($0)IO" })
        let sessions: Set<String> = (uses + [name]).contains("Authentication") ? ["ClinicSessions", "ColonnadeSessions"] : []
        let libraries: Set<String> = ["GRDB", "ColonnadeCryptography", "Dispatch", "Glibc"]
        return stores.map { Layer(folder: "\(folder)/Data-\($0)", imports: foundation.union(["\(name)Data"]).union(libraries)) } + [
            Layer(folder: "\(folder)/Domain", imports: foundation.union(["ColonnadePrelude"])),
            Layer(
                folder: "\(folder)/Data",
                imports: foundation.union(clients).union(libraries).union(["\(name)Domain", "ColonnadePrelude", "ColonnadeContract"])),
            Layer(
                folder: "\(folder)/Data-DomainInterface", imports: foundation.union(["\(name)Domain", "\(name)Data", "ColonnadeContract"])),
            Layer(
                folder: "\(folder)/Presentation",
                imports: foundation.union(sessions).union(["\(name)Domain", "\(name)IO", "Colonnade", "ColonnadePresentation"])),
            Layer(
                folder: "\(folder)/DependencyContainer",
                imports: foundation.union(clients).union(sessions).union(
                    ["Domain", "Data", "DataDomainInterface", "Presentation", "IO"].map { name + $0 }
                        + ["Colonnade", "ColonnadeContract", "ColonnadePresentation"])),
        ] + daemons(name, stores)
    }

    private static func daemons(_ name: String, _ stores: [String]) -> [Layer] {
        let folder: String = "Services/\(name)/Daemon"
        guard let first: String = stores.first else { return [Layer(folder: folder, imports: [name, "Colonnade"])] }
        return [Layer(folder: folder, imports: [name, name + first, "Colonnade"])]
            + stores.dropFirst().map { Layer(folder: "\(folder)-\($0)", imports: [name, name + $0, "Colonnade"]) }
    }
}
