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

    @Test func topLevel() {
        expectNone(AnatomyRules.topLevel(Repository.entries(of: "")))
    }

    @Test func anatomyOfVerticals() {
        let names: [String] = Repository.manifest.verticals.map(\.name)
        #expect(Set(Repository.entries(of: "Services")) == Set(names + ["Supervisor"]))
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
