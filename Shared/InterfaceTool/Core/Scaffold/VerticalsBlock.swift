/// What a package of somebody else's needs at the end of its Package.swift, so that one line makes a vertical.
struct VerticalsBlock {
    private static let heading: String = "\n// MARK: - Verticals, made by svc-interface new\n"

    private let variable: String
    private let platform: String
    private let needsGRDB: Bool

    /// - Throws: where the package does not use Colonnade.
    init(manifest: String) throws(ScaffoldError) {
        guard let variable: Substring = manifest.firstMatch(of: /(?:let|var) (\w+)(?:: Package)? = Package\(/)?.1 else {
            throw ScaffoldError("there is no `let package = Package(` in it", in: "Package.swift")
        }
        guard let platform: String = Self.platform(manifest) else {
            throw ScaffoldError(
                "the package does not use Colonnade; add it to its dependencies, such as .package(url: \"…/Colonnade\", from: \"1.0.0\")",
                in: "Package.swift")
        }
        self.variable = String(variable)
        self.platform = platform
        // Its own block does not count: with and without it the same text is made.
        let own: Substring = manifest.firstRange(of: Self.heading).map { manifest[..<$0.lowerBound] } ?? manifest[...]
        needsGRDB = !own.contains("groue/GRDB.swift")
    }

    /// How targets name the package that the platform comes from.
    private static func platform(_ manifest: String) -> String? {
        let product: Substring? = manifest.firstMatch(of: /\.product\(name: "Colonnade\w*", package: "([^"]+)"\)/)?.1
        let folder: Substring? = manifest.firstMatch(of: /\.package\(\s*name: "([^"]*[Cc]olonnade[^"]*)", path:/)?.1
        if let name: Substring = product ?? folder { return String(name) }
        let place: Substring? = manifest.firstMatch(of: /\.package\(\s*(?:url|path): "([^"]*[Cc]olonnade[^"]*)"/)?.1
        guard let name: Substring = place?.split(separator: "/").last else { return nil }
        return String(name.hasSuffix(".git") ? name.dropLast(4) : name)
    }

    func text(with line: some StringProtocol) -> String {
        let grdb: String =
            needsGRDB ? "\n\(variable).dependencies += [.package(url: \"https://github.com/groue/GRDB.swift\", from: \"7.10.0\")]" : ""
        return Self.heading
            + #"""

            // One line adds or removes one, its edges included.
            let verticals: [Vertical] = [
            \#(line)
            ]\#(grdb)
            \#(variable).products += verticals.flatMap(\.products)
            \#(variable).targets += verticals.flatMap(\.targets)

            struct Vertical {
                var products: [Product]
                var targets: [Target]
            }

            /// The targets of one vertical. The layers and the walls between verticals are the dependencies written here.
            func vertical(
                _ name: String, uses edges: [String], data libraries: [Target.Dependency] = [], tests: [Target.Dependency] = []
            ) -> Vertical {
                let folder: String = "Services/\(name)"
                let daemon: String =
                    "svc-" + name.reduce("") { $0 + ($1.isUppercase && !$0.isEmpty ? "-" : "") + $1.lowercased() }
                let clients: [Target.Dependency] = edges.map { .target(name: "\($0)IO") }
                let platform: Target.Dependency = .product(name: "Colonnade", package: "\#(platform)")
                let settings: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
                func layer(_ suffix: String, in path: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
                    .target(name: name + suffix, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: settings)
                }
                func own(_ suffixes: String...) -> [Target.Dependency] { suffixes.map { .target(name: name + $0) } }
                let targets: [Target] = [
                    layer("IO", in: "Shared/IOInterface/\(name)IO", [platform], exclude: ["\(name).contract.json"]),
                    layer("Domain", in: "\(folder)/Domain", []),
                    layer("Data", in: "\(folder)/Data", own("Domain") + clients + libraries),
                    layer("DataDomainInterface", in: "\(folder)/Data-DomainInterface", own("Domain", "Data")),
                    layer("Presentation", in: "\(folder)/Presentation", own("Domain", "IO") + [platform]),
                    layer(
                        "", in: "\(folder)/DependencyContainer",
                        own("Domain", "Data", "DataDomainInterface", "Presentation", "IO") + clients + [platform],
                        exclude: ["\(name)Configuration.contract.json"]),
                    .executableTarget(name: daemon, dependencies: own("") + [platform], path: "\(folder)/Daemon", swiftSettings: settings),
                    .testTarget(
                        name: "\(name)Tests",
                        dependencies: own("", "IO") + [.target(name: daemon), platform]
                            + [.product(name: "ColonnadeTesting", package: "\#(platform)")] + tests,
                        path: "Tests/\(name)Tests", swiftSettings: settings),
                ]
                return Vertical(products: [.executable(name: daemon, targets: [daemon])], targets: targets)
            }

            extension Target.Dependency {
                static var grdb: Self { .product(name: "GRDB", package: "GRDB.swift") }
            }

            """#
    }
}
