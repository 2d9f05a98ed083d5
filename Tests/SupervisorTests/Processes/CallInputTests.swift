import Foundation
import Testing

@Suite("Inputs and outputs of calls as people write and read them", .timeLimit(.minutes(2)))
struct CallInputTests {
    /// Runs `body` with maps up, whose places are those of the clinic.
    private func withMaps(_ body: (Program) async throws -> Void) async throws {
        let suite: TriedSuite = try TriedSuite()
        let root: URL = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let up: Program.Result = try await suite.up(
            "  maps: { executable: \(Program.folder)/svc-maps-grid, config: { places: \(root.path)/deploy/data/places.geojson } }")
        #expect(up.status == 0, "\(up.error)")
        let loaded: Program.Result = try await suite.supervisor.run(["call", "maps", "loadPlaces", "source=configuredFile", "mode=replace"])
        #expect(loaded.status == 0, "\(loaded.error)")
        try await body(suite.supervisor)
        await suite.end()
    }

    private static let search: [String] = ["call", "maps", "searchPlaces"]

    @Test("fields are read by their types, beside JSON and in its place")
    func fields() async throws {
        try await withMaps { supervisor in
            let json: String = #"{"text": "hospital", "limit": 2, "near": {"latitude": 42.36, "longitude": -71.06}}"#
            let wanted: Program.Result = try await supervisor.run(Self.search + [json])
            #expect(wanted.status == 0 && wanted.output.contains("distance"), "\(wanted.error)")
            let forms: [[String]] = [
                ["text=hospital", "limit=2", "near.latitude=42.36", "near.longitude=-71.06"],
                [#"{"text": "hospital", "limit": 9}"#, "limit=2", #"near:={"latitude": 42.36, "longitude": -71.06}"#],
                ["-", "near.longitude=-71.06"],
            ]
            for form: [String] in forms {
                let input: String = #"{"text": "hospital", "limit": 2, "near": {"latitude": 42.36}}"#
                let given: Program.Result = try await supervisor.run(Self.search + form, input: input)
                #expect(given.output == wanted.output, "\(form): \(given.error)")
            }
            let before: Program.Result = try await supervisor.run(
                ["--home", try #require(supervisor.environment["COLONNADE_HOME"])] + Self.search + [json])
            #expect(before.output == wanted.output, "\(before.error)")
        }
    }

    @Test("--field prints one place of an output, and fails where nothing stands there")
    func field() async throws {
        try await withMaps { supervisor in
            let input: [String] = ["text=massachusetts general", "limit=1", "--field"]
            let name: Program.Result = try await supervisor.run(Self.search + input + ["[0].name"])
            #expect(name.status == 0 && name.output == "Massachusetts General Hospital\n", "\(name.error)")
            let all: Program.Result = try await supervisor.run(Self.search + input + [".[].address.city"])
            #expect(all.output == "Boston\n", "\(all.error)")
            let inner: Program.Result = try await supervisor.run(Self.search + input + ["[0].coordinate"])
            #expect(inner.output.hasPrefix("{\"latitude\":42."), "\(inner.error)")
            let missing: Program.Result = try await supervisor.run(Self.search + input + ["[0].distance"])
            #expect(missing.status == 1 && missing.error.contains("Nothing stands there"), "\(missing.error)")
        }
    }

    @Test("what is misspelt is answered with the nearest, before anything is called")
    func misspelt() async throws {
        try await withMaps { supervisor in
            let wrong: [([String], String)] = [
                (["call", "mpas", "searchPlaces"], "Did you mean 'maps'?"),
                (["call", "maps", "serchPlaces"], "Did you mean 'searchPlaces'?"),
                (["describe", "maps", "serchPlaces"], "Did you mean 'searchPlaces'?"),
                (Self.search + ["txt=a"], "Did you mean 'text'?"),
                (Self.search + ["near.lattitude=1"], "Did you mean 'latitude'?"),
                (Self.search + ["text=a", "--field", "[0].nmae"], "Did you mean 'name'?"),
                (Self.search + ["text=a", "--field", ".name"], "has no field 'name'"),
                (Self.search + ["text=a", "--field", "[x]"], "expected a path"),
                (Self.search + ["limit=many"], "limit: expected a whole number"),
                (Self.search + ["text=a", "bogus"], "'bogus' is no field"),
                (Self.search + ["near:={"], "near:={"),
                (Self.search + ["text[0]=a"], "is no array"),
            ]
            for (arguments, words): ([String], String) in wrong {
                let result: Program.Result = try await supervisor.run(arguments)
                #expect(result.status == 2 && result.error.contains(words), "\(arguments): \(result.error)")
            }
        }
    }

    @Test("describe gives an example of each board's input, which fits")
    func examples() async throws {
        try await withMaps { supervisor in
            for board: String in ["searchPlaces", "place", "directions", "pickPlace", "loadPlaces"] {
                let described: Program.Result = try await supervisor.run(["describe", "maps", board])
                let example: String = try #require(described.lines.last { $0.contains("svc-supervisor call maps \(board)") })
                let words: [String] = example.split(separator: " ", maxSplits: 4).map(String.init)
                let input: [String] =
                    words.count < 5
                    ? []
                    : words[4].hasPrefix("'") ? [String(words[4].dropFirst().dropLast())] : words[4].split(separator: " ").map(String.init)
                let called: Program.Result = try await supervisor.run(["call", "maps", board] + input + ["--timeout", "5s"], limit: 20)
                #expect(called.status != 2, "\(example): \(called.error)")
            }
        }
    }
}
