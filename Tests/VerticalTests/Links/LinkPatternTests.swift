import ColonnadeSystemIO
import ColonnadeWorld
import Testing

@Suite("Patterns of deep links")
struct LinkPatternTests {
    @Test(
        "A pattern takes what its segments say, and nothing else",
        arguments: [
            ("/places/{id}", "/places/7", ["id": "7"]), ("/places/{id}", "/places/7/", ["id": "7"]),
            ("/places/{id}", "/places", nil), ("/places/{id}", "/places/7/8", nil), ("/places/{id}", "/Places/7", nil),
            ("/y/{n:integer}", "/y/-12", ["n": "-12"]), ("/y/{n:integer}", "/y/012", nil),
            ("/y/{n:integer}", "/y/99999999999999999999", nil),
            ("/d/{d:day}", "/d/2028-02-29", ["d": "2028-02-29"]), ("/d/{d:day}", "/d/2026-02-29", nil), ("/d/{d:day}", "/d/2026-2-9", nil),
            ("/", "/", [:]), ("/", "https://clinic.example", [:]), ("/", "/x", nil),
            ("/places/{id}", "clinic://app/places/a%2Fb?name=x&id=9", ["id": "a/b", "name": "x"]),
        ] as [(String, String, [String: String]?)])
    func matches(_ pattern: String, _ url: String, _ values: [String: String]?) throws {
        let link: Link = try #require(Link(url))
        #expect(try LinkPattern(pattern).match(link) == values.map { LinkParameters($0) })
    }

    @Test(
        "What is no pattern says why",
        arguments: ["", "places", "/a//b", "/a/", "/{}", "/{a", "/a}", "/{a:colour}", "/{a}/{a}", "/ä", "/a b", "/{a b}", "/{a:}"])
    func refusals(_ pattern: String) {
        #expect(throws: LinkPatternError.self) { try LinkPattern(pattern) }
    }

    @Test(
        "What is no link is none",
        arguments: [
            "http://[", "/a//b", "/%ff", "/a%00", "/a%0A", "/?a=%00",
            "/" + String(repeating: "a", count: Link.longestURL),
        ])
    func noLinks(_ url: String) {
        #expect(Link(url) == nil)
    }

    @Test("A pattern that says more wins, and two that say as much are in conflict")
    func orders() throws {
        let orders: [(String, String, LinkOrder)] = [
            ("/a/b", "/a/{x}", .first), ("/a/{n:integer}", "/a/{x}", .first), ("/a/{x}", "/a/{d:day}", .second),
            ("/a/7", "/a/{n:integer}", .first), ("/a/b", "/a/{n:integer}", .apart), ("/a/{d:day}", "/a/{n:integer}", .apart),
            ("/a/{x}", "/a/{y}", .conflict), ("/a/{x}", "/{y}/b", .conflict), ("/a/b", "/a/b", .conflict), ("/a", "/a/b", .apart),
            ("/a/{x}", "/b/{x}", .apart), ("/{n:integer}/b", "/7/{x}", .conflict),
        ]
        for (left, right, order): (String, String, LinkOrder) in orders {
            #expect(try LinkPattern(left).order(with: LinkPattern(right)) == order, "\(left) and \(right)")
            let mirrored: LinkOrder = order == .first ? .second : order == .second ? .first : order
            #expect(try LinkPattern(right).order(with: LinkPattern(left)) == mirrored, "\(right) and \(left)")
        }
    }

    @Test("Wherever two patterns are not in conflict, at most one wins any link", arguments: 0..<20 as Range<UInt64>)
    func onlyOneWins(_ seed: UInt64) throws {
        var random: SeededGenerator = SeededGenerator(seed: seed)
        let segments: [String] = ["a", "7", "2026-01-02", "{x}", "{x:integer}", "{x:day}"]
        let values: [String] = ["a", "b", "7", "8", "2026-01-02", "2027-01-02"]
        for _ in 0..<200 {
            var patterns: [LinkPattern] = []
            for _ in 0..<2 {
                let first: String = segments.randomElement(using: &random)!
                let second: String = segments.randomElement(using: &random)!.replacing("x", with: "y")
                patterns.append(try LinkPattern("/\(first)/\(second)"))
            }
            let link: Link = try #require(
                Link("/\(values.randomElement(using: &random)!)/\(values.randomElement(using: &random)!)"))
            let matching: [LinkPattern] = patterns.filter { $0.match(link) != nil }
            guard matching.count == 2 else { continue }
            #expect(patterns[0].order(with: patterns[1]) != .apart, "\(patterns) both match \(link.path)")
        }
    }

    @Test("The launcher's table names both places of a conflict, and a pattern that is none")
    func table() {
        var table: LinkTable = LinkTable()
        table.add(["/places/{id}", "/places/home"], of: "maps")
        table.add(["/places/{name}", "places"], of: "records")
        #expect(table.patterns.count == 2 && table.faults.map(\.vertical) == ["records", "records"])
        #expect("\(table.faults[0].error)".contains("'/places/{id}' of maps"))
    }

    @Test("Among several verticals the pattern wins that says most; the others are told")
    func resolution() throws {
        let route: Route = Route(name: "R", value: [1])
        let answers: [(vertical: String, answer: LinkAnswer?)] = [
            ("maps", .leads(LinkMatch(pattern: "/{kind}/{id}", route: Route(name: "Other", value: [])))),
            ("records", .leads(LinkMatch(pattern: "/places/{id:integer}", others: ["/places/{id}"], route: route))),
            ("appointments", nil), ("authentication", .unmatched(["/sign-in"])),
        ]
        let resolution: LinkResolution = LinkResolution(of: "/places/7", answers: answers)
        let others: [String] = ["/places/{id} of records", "/{kind}/{id} of maps"]
        #expect(
            resolution.outcome == .leads(LinkHandler(vertical: "records", pattern: "/places/{id:integer}", others: others), route))
        #expect(resolution.unreachable == ["appointments"])
        let none: LinkResolution = LinkResolution(
            of: "/sign-on", answers: [("authentication", .unmatched(["/sign-in", "/invite/{code}"]))])
        #expect(none.outcome == .unmatched(nearest: "/sign-in"))
    }
}
