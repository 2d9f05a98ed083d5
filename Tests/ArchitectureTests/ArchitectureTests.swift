import RepositoryFiles
import Testing

/// The rules of the architecture and of the style, held against every file.
@Suite struct ArchitectureTests {
    @Test func thereAreFilesToCheck() {
        #expect(Repository.sources.count > 100)
        #expect(Repository.manifest.verticals.count >= 2)
    }

    @Test func layersImportWhatLiesBelow() {
        let rule: LayerRule = LayerRule(verticals: Repository.manifest.verticals)
        expectNone(Repository.sources.flatMap(rule.check))
    }

    @Test func bannedWordsStandNowhere() {
        expectNone(Repository.sources.flatMap(WordRules.check))
    }

    @Test func namesSizesAndTypes() {
        expectNone(Repository.sources.flatMap(ShapeRules.check))
    }

    @Test func propertiesAreGrouped() {
        expectNone(Repository.sources.flatMap(PropertyRules.check))
    }

    @Test func useCasesDoOneThing() {
        #expect(Repository.sources.contains { $0.path.contains("/Domain/UseCases/") })
        expectNone(Repository.sources.flatMap(UseCaseRules.check))
    }

    @Test func handlersStayOnTheLoop() {
        expectNone(Repository.sources.flatMap(HandlerRules.check))
    }

    @Test func eachVerticalIsOneLine() {
        let folders: [String] = Repository.entries(of: "Services").filter { !PackageRules.hosts.contains($0) }
        expectNone(PackageRules.lines(Repository.text("Package.swift") ?? "", folders: folders))
    }

    @Test func oneProcessRunsEachVertical() throws {
        let main: SourceFile = try #require(Repository.sources.first { $0.path == "Services/Clinic/Daemon/Main.swift" })
        expectNone(PackageRules(verticals: Repository.manifest.verticals).hosted(main))
    }

    /// What a change of one module can make the build compile: never another vertical's, but for who uses its interface.
    @Test func modulesAreBuiltFromWhatTheyMay() throws {
        let graph: [String: Set<String>] = try BuiltProducts.graph()
        for vertical: Manifest.Vertical in Repository.manifest.verticals {
            #expect(graph["\(vertical.name)Presentation"]?.contains("\(vertical.name)Domain") == true, "the build says nothing of it")
        }
        expectNone(PackageRules(verticals: Repository.manifest.verticals).graph(graph))
    }

    @Test func daemonsAreLinkedFromWhatTheyMay() throws {
        let rules: PackageRules = PackageRules(verticals: Repository.manifest.verticals)
        for vertical: Manifest.Vertical in Repository.manifest.verticals {
            let daemon: String = "svc-" + rules.kebab(vertical.name)
            for name: String in [daemon] + vertical.stores.dropFirst().map({ "\(daemon)-\(rules.kebab($0))" }) {
                expectNone(rules.linked(try BuiltProducts.modules(in: name), in: name, of: vertical.name))
            }
        }
    }

    @Test func topLevel() {
        expectNone(AnatomyRules.topLevel(Repository.entries(of: "")))
    }

    @Test func anatomyOfVerticals() {
        let names: [String] = Repository.manifest.verticals.map(\.name)
        #expect(Set(Repository.entries(of: "Services")) == PackageRules.hosts.union(names))
        for vertical: Manifest.Vertical in Repository.manifest.verticals {
            let folder: String = "Services/\(vertical.name)"
            expectNone(AnatomyRules.vertical(vertical.name, folders: Repository.entries(of: folder), stores: vertical.stores))
            expectNone(AnatomyRules.layers(vertical.name, paths: Repository.paths(under: folder)))
        }
    }

    @Test func generatedFilesAreThere() {
        expectNone(AnatomyRules.generated(["Shared", "Services", "Tests"].flatMap { Repository.paths(under: $0) }))
    }

    private func expectNone(_ violations: [Violation]) {
        let list: String = violations.map(\.description).joined(separator: "\n")
        #expect(violations.isEmpty, "\(list)")
    }
}
