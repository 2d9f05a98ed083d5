import ColonnadeContract
import Foundation
import RepositoryFiles
import Testing

/// No edge of the suite and no board that is called over it goes without expectations.
@Suite("Edges and their contract tests")
struct EdgeTests {
    private static func contract(of vertical: String) throws -> ContractDescriptor {
        let path: String = "Shared/IOInterface/\(vertical)IO/\(vertical).contract.json"
        let text: String = try #require(Repository.text(path), "\(path) is missing")
        return try JSONDecoder().decode(ContractDescriptor.self, from: Data(text.utf8))
    }

    @Test("Each edge in Package.swift, and each board that is called over one, has all expectations that apply")
    func complete() throws {
        let manifest: Manifest = Repository.manifest
        let edges: Set<Edge> = Set(manifest.verticals.flatMap { one in one.uses.map { Edge(consumer: one.name, provider: $0) } })
        let contracts: [String: ContractDescriptor] = try Dictionary(
            uniqueKeysWithValues: Set(edges.map(\.provider)).map { ($0, try Self.contract(of: $0)) })
        let finder: UsedBoards = UsedBoards(
            manifest: manifest, sources: Repository.sources, boards: contracts.mapValues { $0.boards.map(\.name) })
        let uses: Set<BoardUse> = manifest.verticals.map(finder.uses).reduce(into: []) { $0.formUnion($1) }
        #expect(edges.count >= 4 && uses.count >= 4, "the parser finds nothing any more")
        let gaps: [String] = Coverage(contracts: contracts).gaps(
            edges: edges, uses: uses, expected: ContractTests.expectations.map { ($0.use, $0.aspect) })
        #expect(gaps.isEmpty, "\(gaps.joined(separator: "\n"))")
    }

    @Test("A gap is found: an edge without calls, a board without expectations, an expectation of nobody")
    func gaps() throws {
        let search: BoardUse = BoardUse("A", "Maps", "searchPlaces")
        let contracts: [String: ContractDescriptor] = ["Maps": try Self.contract(of: "Maps")]
        let edges: Set<Edge> = [Edge(consumer: "A", provider: "Maps")]
        let all: [(BoardUse, Expectation.Aspect)] = [.shape, .refusal, .idempotence, .cancel, .deadline].map { (search, $0) }
        let coverage: Coverage = Coverage(contracts: contracts)
        #expect(coverage.gaps(edges: edges, uses: [search], expected: all).isEmpty)
        #expect(coverage.gaps(edges: edges, uses: [search], expected: Array(all.dropLast())).count == 1)
        #expect(coverage.gaps(edges: edges, uses: [search], expected: []).count == 5)
        #expect(coverage.gaps(edges: edges, uses: [], expected: []).count == 1)
        #expect(coverage.gaps(edges: edges, uses: [search], expected: all + [(BoardUse("A", "Maps", "place"), .shape)]).count == 1)
        #expect(coverage.gaps(edges: edges, uses: [search, BoardUse("A", "Maps", "nothing")], expected: all).count == 1)
    }

    @Test(
        "A call is found however it is written",
        arguments: [
            ("let a = try await maps.place(id)", true), ("MapsClient(channel).place(id)", true), ("maps?.place(id)", true),
            ("maps\n    .place(id)", true), ("mainboard.serviceMap.maps.place", true), ("rule(BoardID.maps.place)", true),
            ("$0.place(id)", true), ("let way = .place(id)", false), ("Waypoint.place(id)", false), ("case .place(let id): id", false),
            ("order.place", false), ("maps.placement(id)", false), ("// maps.place(id)", false), ("\"maps.place(id)\"", false),
            ("return .place(id)", false), ("func place(id) {}", false),
        ])
    func calls(code: String, isCall: Bool) {
        let file: SourceFile = SourceFile(path: "Services/A/Data/B.swift", text: "import MapsIO\n\(code)")
        let library: SourceFile = SourceFile(path: "Shared/Clinic/B.swift", text: "import MapsIO\n\(code)")
        let importer: SourceFile = SourceFile(path: "Services/A/Data/B.swift", text: "import Clinic\nlet a = 1")
        let manifest: Manifest = Manifest("    vertical(\"A\", uses: [\"Maps\"]),\n library(\n   \"Clinic\", in: \"Shared/Clinic\", [])")
        for sources: [SourceFile] in [[file], [library, importer]] {
            let finder: UsedBoards = UsedBoards(manifest: manifest, sources: sources, boards: ["Maps": ["place"]])
            #expect(finder.uses(of: manifest.verticals[0]) == (isCall ? [BoardUse("A", "Maps", "place")] : []))
        }
    }
}
