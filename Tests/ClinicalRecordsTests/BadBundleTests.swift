import ClinicalRecordsDomain
import Colonnade
import Foundation
import Testing

@Suite("Bad bundles")
struct BadBundleTests {
    private static func at(_ offset: Int) -> TextPosition { TextPosition(line: 1, column: offset + 1, offset: offset) }

    private static let head: String = "{\"resourceType\":\"Bundle\",\"type\":\"transaction\",\"entry\":["

    /// A bundle, and the words that name its refusal; a text that the refusal has to hold.
    private static let table: [(name: String, bundle: String, refusal: String)] = [
        ("not JSON", "hello", "notJSON 0 expected a value, found 'h'"),
        ("empty", "", "truncated 0 the bundle has no bytes"),
        ("white space", "  \n", "truncated 3 the text ends before any value"),
        ("an array", "[]", "notABundle 0 the text is an array, and has to be an object"),
        ("a number", "17", "notABundle 0 the text is a number"),
        ("a string", "\"Bundle\"", "notABundle 0 the text is a string"),
        ("a resource", "{\"resourceType\":\"Patient\",\"id\":\"p1\"}", "notABundle 24 its resourceType is Patient"),
        ("nothing said", "{}", "notABundle 2 there is no resourceType"),
        ("no type", "{\"resourceType\":\"Bundle\"}", "notABundle 25 the Bundle has no type"),
        ("a type of its own", "{\"resourceType\":\"Bundle\",\"type\":\"searchset\"}", "unsupportedType searchset"),
        ("a type that is a number", "{\"resourceType\":\"Bundle\",\"type\":3}", "notABundle 32 the Bundle's type is a number"),
        ("an entry that is an object", "{\"entry\":{}}", "notABundle 9 the Bundle's entry is an object, and has to be an array"),
        ("an entry that is a string", "{\"entry\":\"x\"}", "notABundle 11 the Bundle's entry is a string"),
        ("entry twice", "{\"entry\":[],\"entry\":[]}", "notABundle 18 the Bundle has entry twice"),
        ("text after the end", TestBundle.bundle([]) + "x", "notJSON 57 expected the end of the text, found 'x'"),
        ("an element that is no object", head + "7]}", "invalidEntry 0 55 it is a number, true, false or null"),
        ("no resource", TestBundle.bundle(["{}"]), "invalidEntry 0 55 it has no resource; only resources"),
        (
            "a deletion", TestBundle.bundle([TestBundle.patient(), "{\"request\":{\"method\":\"DELETE\",\"url\":\"Patient/1\"}}"]),
            "invalidEntry 1 172 it has no resource: its request is DELETE Patient/1"
        ),
        ("a resource that is a list", TestBundle.bundle(["{\"resource\":[]}"]), "invalidEntry 0 55 resource: "),
        ("no resourceType", TestBundle.bundle([TestBundle.patient(), TestBundle.entry("{\"id\":\"x\"}")]), "missingResourceType 1 172"),
        ("no id", TestBundle.bundle([TestBundle.entry("{\"resourceType\":\"Patient\"}")]), "missingID 0 Patient 55"),
        (
            "an id that is a number", TestBundle.bundle([TestBundle.entry("{\"resourceType\":\"Patient\",\"id\":1}")]),
            "invalidEntry 0 55 resource.id: "
        ),
        (
            "an id with a slash", TestBundle.bundle([TestBundle.entry("{\"resourceType\":\"Patient\",\"id\":\"a/b\"}")]),
            "invalidEntry 0 55 resource.id: 'a/b' is no FHIR id"
        ),
        (
            "a type with a space", TestBundle.bundle([TestBundle.entry("{\"resourceType\":\"Pa tient\",\"id\":\"a\"}")]),
            "invalidEntry 0 55 resource.resourceType: 'Pa tient' is no resource type"
        ),
        (
            "a subject that is a string",
            TestBundle.bundle([TestBundle.entry("{\"resourceType\":\"Observation\",\"id\":\"a\",\"subject\":\"Patient/1\"}")]),
            "invalidEntry 0 55 resource.subject: "
        ),
        (
            "a time that is none", TestBundle.bundle([TestBundle.observation("o1", time: "2021-02-29")]),
            "invalidEntry 0 55 resource.effectiveDateTime: '2021-02-29' is no FHIR dateTime"
        ),
        (
            "a title that is a number", TestBundle.bundle([TestBundle.observation("o1", more: ",\"valueQuantity\":{\"value\":\"high\"}")]),
            "invalidEntry 0 55 resource.valueQuantity.value: "
        ),
        (
            "a resource twice", TestBundle.bundle([TestBundle.patient(), TestBundle.observation("o"), TestBundle.patient()]),
            "duplicateResource Patient/p1 2 0"
        ),
        (
            "a fullUrl twice", TestBundle.bundle([TestBundle.patient("a", url: "urn:uuid:1"), TestBundle.patient("b", url: "urn:uuid:1")]),
            "invalidEntry 1 194 its fullUrl is that of entry 0 too"
        ),
        (
            "a resource twice in one entry", TestBundle.bundle(["{\"resource\":{},\"resource\":{}}"]),
            "invalidEntry 0 82 it has resource twice"
        ),
        (
            "a reference into nothing", TestBundle.bundle([TestBundle.observation("o1", of: "urn:uuid:none")]),
            "unresolvableReference 0 urn:uuid:none"
        ),
        ("a control character", "{\"resourceType\":\"Bun\ndle\"}", "notJSON 20 a string holds the control character the byte 0x0A"),
        ("deep", String(repeating: "[", count: 2), "notABundle 0 the text is an array"),
        (
            "deep inside", TestBundle.bundle([TestBundle.entry(String(repeating: "{\"a\":", count: 200))]),
            "nestedTooDeeply 128 692"
        ),
    ]

    @Test("each is refused with what and where, and nothing is changed", arguments: table)
    func refusal(name: String, bundle: String, refusal: String) async throws {
        let records: TestRecords = try await recordsBefore()
        let before: String = try records.contents()
        let problem: BundleProblem = try #require(try await records.problem(bundle), "\(name) was imported")
        #expect(problem.words.hasPrefix(refusal), "\(problem.words)")
        #expect(try records.contents() == before)
        #expect(try records.leftovers().isEmpty)
    }

    @Test("a bundle cut off at any fiftieth is refused as truncated where it ends")
    func truncated() async throws {
        let records: TestRecords = try await recordsBefore()
        let before: String = try records.contents()
        let bytes: [UInt8] = try Samples.bundle("ana-keller-2025")
        let last: Int = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
        for part: Int in 0..<50 {
            let cut: Int = last * part / 50
            let problem: BundleProblem? = try await records.problem(Array(bytes[..<cut]))
            guard case .truncated(let position, _)? = problem else {
                Issue.record("cut at \(cut): \(String(describing: problem))")
                continue
            }
            #expect(position.offset == cut)
        }
        #expect(try records.contents() == before)
        #expect(try records.leftovers().isEmpty)
    }

    @Test("a transfer that is given up leaves nothing behind")
    func abandoned() async throws {
        let records: TestRecords = try await recordsBefore()
        let before: String = try records.contents()
        let draft: any BundleImportInterface = try await records.importing.execute(name: nil)
        _ = try await draft.add(Array(try Samples.bundle("ana-keller-2025").prefix(2_000)))
        await draft.abandon()
        #expect(try records.contents() == before)
        #expect(try records.leftovers().isEmpty)
    }

    @Test("a draft that nobody holds any longer leaves nothing behind")
    func dropped() async throws {
        let records: TestRecords = try TestRecords()
        do {
            let draft: any BundleImportInterface = try await records.importing.execute(name: nil)
            _ = try await draft.add([0x7B])
        }
        #expect(try records.leftovers().isEmpty)
    }

    @Test("what a crash left behind is dropped when the database is opened")
    func leftovers() async throws {
        let records: TestRecords = try TestRecords()
        let file: URL = URL(fileURLWithPath: "\(records.folder.path)/imports/left.sqlite")
        try Data([1, 2, 3]).write(to: file)
        try records.database.pool.close()
        let again: TestRecords = try TestRecords(folder: records.folder)
        #expect(try again.leftovers().isEmpty)
    }

    @Test("the limit counts to the byte")
    func tooLarge() async throws {
        let bundle: String = TestBundle.bundle([TestBundle.patient()])
        let fitting: TestRecords = try TestRecords(limit: bundle.utf8.count)
        #expect(try await fitting.problem(bundle) == nil)
        let tight: TestRecords = try TestRecords(limit: bundle.utf8.count - 1)
        let empty: String = try tight.contents()
        #expect(try await tight.problem(bundle) == .tooLarge(limit: bundle.utf8.count - 1))
        #expect(try tight.contents() == empty)
    }

    @Test("one entry may not fill the memory")
    func hugeEntry() async throws {
        let records: TestRecords = try TestRecords()
        let huge: String = String(repeating: "x", count: 9 << 20)
        let patient: String = TestBundle.entry("{\"resourceType\":\"Binary\",\"id\":\"b\",\"data\":\"\(huge)\"}")
        #expect(try await records.problem(TestBundle.bundle([patient])) == .entryTooLarge(entry: 0, limit: 8 << 20))
    }

    @Test("a large string within the limit is kept whole")
    func largeString() async throws {
        let records: TestRecords = try TestRecords()
        let large: String = String(repeating: "é\\n", count: 200_000)
        let resource: String = "{\"resourceType\":\"Binary\",\"id\":\"b\",\"data\":\"\(large)\"}"
        try await records.load(TestBundle.bundle([TestBundle.entry(resource)]))
        #expect(try records.contents().contains(resource))
    }

    @Test("malformed UTF-8 is refused at its byte")
    func malformed() async throws {
        let records: TestRecords = try TestRecords()
        var bytes: [UInt8] = Array(TestBundle.bundle([TestBundle.patient(family: "#")]).utf8)
        let index: Int = try #require(bytes.firstIndex(of: UInt8(ascii: "#")))
        bytes[index] = 0xFF
        let expected: BundleProblem = .notJSON(Self.at(index), reason: "invalid UTF-8: the byte 0xFF can not stand here")
        #expect(try await records.problem(bytes) == expected)
    }

    @Test("a bundle with a byte changed at random never changes anything by halves", arguments: 0..<8 as Range<UInt64>)
    func mutated(seed: UInt64) async throws {
        var numbers: SeededGenerator = SeededGenerator(seed: seed)
        let records: TestRecords = try TestRecords()
        let original: [UInt8] = try Samples.bundle("ana-keller-2025")
        for _: Int in 0..<25 {
            var bytes: [UInt8] = original
            bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            let before: String = try records.contents()
            if try await records.problem(bytes) != nil { #expect(try records.contents() == before, "seed \(seed)") }
        }
    }

    /// Records that hold something, so that a loss would show.
    private func recordsBefore() async throws -> TestRecords {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient("before"), TestBundle.observation("before", of: "Patient/before")]))
        return records
    }
}

extension BundleProblem {
    /// The problem in one line: its name, its numbers, its reason.
    fileprivate var words: String {
        switch self {
        case .notJSON(let at, let reason): "notJSON \(at.offset) \(reason)"
        case .truncated(let at, let reason): "truncated \(at.offset) \(reason)"
        case .notABundle(let at, let reason): "notABundle \(at.offset) \(reason)"
        case .unsupportedType(let type): "unsupportedType \(type)"
        case .missingResourceType(let entry, let at): "missingResourceType \(entry) \(at.offset)"
        case .missingID(let entry, let type, let at): "missingID \(entry) \(type) \(at.offset)"
        case .invalidEntry(let entry, let at, let reason): "invalidEntry \(entry) \(at.offset) \(reason)"
        case .duplicateResource(let resource, let entry, let earlier): "duplicateResource \(resource) \(entry) \(earlier)"
        case .unresolvableReference(let entry, let reference): "unresolvableReference \(entry) \(reference)"
        case .nestedTooDeeply(let limit, let at): "nestedTooDeeply \(limit) \(at.offset)"
        case .entryTooLarge(let entry, let limit): "entryTooLarge \(entry) \(limit)"
        case .tooLarge(let limit): "tooLarge \(limit)"
        case .interrupted(let received): "interrupted \(received)"
        case .tooManyImports(let limit): "tooManyImports \(limit)"
        }
    }
}
