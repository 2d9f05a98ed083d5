import Foundation
import Testing

/// The rules of the architecture and of the style, held against every file.
@Suite struct ArchitectureTests {
    @Test func thereAreFilesToCheck() {
        #expect(Repository.sources.count > 100)
        #expect(Repository.verticals.count >= 2)
    }

    @Test func layersImportWhatLiesBelow() {
        let rule: LayerRule = LayerRule(verticals: Repository.verticals)
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
        let names: [String] = Repository.verticals.map(\.name)
        #expect(Set(Repository.entries(of: "Services")) == Set(names + ["Supervisor"]))
        for (name, _, stores) in Repository.verticals {
            expectNone(AnatomyRules.vertical(name, folders: Repository.entries(of: "Services/\(name)"), stores: stores))
            expectNone(AnatomyRules.layers(name, paths: Repository.paths(under: "Services/\(name)")))
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
