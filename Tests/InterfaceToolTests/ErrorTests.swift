import Testing

@testable import InterfaceTool

@Suite("What can't be generated is said with its place")
struct ErrorTests {
    /// Sources, and the messages that they get; a message may be cut.
    private static let types: [(source: String, errors: [String])] = [
        ("public class Place {}", ["1:14: error: class Place can't be sent; make it a struct"]),
        ("public actor Place {}", ["1:14: error: actor Place can't be sent"]),
        ("public typealias ID = String", ["1:18: error: a contract does not carry the alias ID"]),
        ("public struct Page<Item> { public let item: Int }", ["1:19: error: Page is generic"]),
        ("public struct A { public let done: () -> Void }", ["1:36: error: a closure can't be sent"]),
        ("public struct A { public let done: @Sendable () -> Void }", ["1:36: error: a closure can't be sent"]),
        ("public struct A { public let set: Set<Int> }", ["1:35: error: a set has no place in a contract; use an array"]),
        ("public struct A { public let url: URL }", ["1:35: error: URL has no place in a contract; use String"]),
        ("public struct A { public let data: Data }", ["1:36: error: Data has no place in a contract; use [UInt8]"]),
        ("public struct A { public let pair: (Int, Int) }", ["1:36: error: a tuple has no place in a contract"]),
        ("public struct A { public let any: any Error }", ["1:35: error: `any Error` says too little"]),
        ("public struct A { public let b: B }", ["1:33: error: B is neither a field type nor a struct or enum of this file"]),
        ("public struct A { public let b: Int! }", ["1:33: error: write `?` instead of `!`"]),
        ("public struct A { public let b: Page<Int> }", ["1:33: error: the generic type Page<Int> has no place"]),
        ("public struct A { public let b: [Double: Int] }", ["1:33: error: a dictionary's keys are Strings or integers"]),
        ("public struct A { public let b: Void }", ["1:33: error: a field of type Void says nothing"]),
        ("public struct A { public let b: [Void] }", ["1:33: error: Void stands alone"]),
        ("public struct A { public var b = 5 }", ["1:30: error: property b of A is written without its type"]),
        ("public struct A { public let b: Int = 5 }", ["1:30: error: b always has the same value"]),
        ("public struct A { public lazy var b: Int = 5 }", ["1:35: error: property b of A is lazy, weak or wrapped"]),
        ("struct A { public let b: Int }", ["1:8: error: struct A is not public"]),
        ("public struct A { let b: Int }", ["1:23: error: property b of A is not public"]),
        ("enum A { case b }", ["1:6: error: enum A is not public"]),
        ("public struct A { public let b: Int, b: Int }", ["1:38: error: A has a property b on line 1 already"]),
        ("public enum A { case b, b }", ["1:25: error: A has a case b on line 1 already"]),
        ("public enum A { case b(x: Int, x: Int) }", ["1:32: error: A.b has a value x on line 1 already"]),
        ("public enum A { case b, B }", ["1:25: error: A has a case b on line 1 already"]),
        (
            "public struct A { public let b: Int  // was: x\npublic let c: Int  // was: x\n}",
            ["1:30: error: two of A", "2:12: error: two of A"]
        ),
        ("import ColonnadeContract\npublic struct Reply {}", ["2:15: error: Reply is a name of the language or of the platform"]),
        ("public struct DemoContract {}", ["1:15: error: DemoContract is the name of a generated type"]),
        ("public struct A {}\npublic enum A { case b }", ["2:13: error: A is an enum here, and was declared as a struct on line 1"]),
        ("public struct Date {}", ["1:15: error: Date is a name of the language or of the platform"]),
        ("public struct A { public struct A {} }", ["1:33: error: A.A is called like a type around it"]),
        ("public enum A { case unknown }", ["1:22: error: the case `unknown` of A is for cases of newer peers"]),
        ("public struct A { public let b: Unrecognized }", ["1:33: error: Unrecognized stands in `case unknown(Unrecognized)` only"]),
        ("public enum N {}\npublic struct A { public let b: N }", ["2:33: error: enum N has no cases"]),
        ("public struct A { public let b: Int  // was: c\npublic let c: Int }", ["1:30: error: b says that it was c, which A still has"]),
        ("public struct A {}\nextension A { public struct B {} }", ["2:15: error: declare this type inside the braces of A"]),
        ("#if os(Linux)\npublic struct A {}\n#endif", ["1:1: error: an interface is the same everywhere"]),
        ("print(1)", ["1:1: error: code does not belong in an interface"]),
        ("public struct A {", ["1:18: error: expected '}' to end struct"]),
    ]

    @Test(arguments: ErrorTests.types.indices) func type(index: Int) {
        let sample: (source: String, errors: [String]) = Self.types[index]
        expect(Sources.errors(sample.source), sample.errors, sample.source)
    }

    /// Boards of `DemoInterface`, on line 2.
    private static let boards: [(source: String, errors: [String])] = [
        ("associatedtype Item", ["2:1: error: an interface has no associated type"]),
        ("var name: String { get }", ["2:1: error: an interface has no property"]),
        ("init()", ["2:1: error: an interface has functions only"]),
        ("func a(_ input: Int) -> Int", ["2:6: error: board a has one output, so it is `async throws(Failure)`"]),
        ("func a(_ input: Int) async throws -> Int", ["2:6: error: board a has one output, so it is `async throws(Failure)`"]),
        ("func a(_ input: Int) async -> Outputs<Int>", ["2:6: error: board a answers with Outputs, so it is neither async"]),
        ("func a(id: Int) -> Outputs<Int>", ["2:8: error: a board's parameter has no label: write `_ id: …`"]),
        ("func a(_ input: Int, _ more: Int) -> Outputs<Int>", ["2:22: error: the second parameter of board a"]),
        (
            "func a(_ input: Int, _ commands: Commands<Int>) async throws(Failure) -> Int",
            ["2:6: error: board a takes Commands, so it answers with Outputs<…>"]
        ),
        ("func a(_ a: Int, _ b: Commands<Int>, _ c: Int) -> Outputs<Int>", ["2:38: error: board a has more than an Input and Commands"]),
        ("func a<T>(_ input: Int) -> Outputs<Int>", ["2:6: error: board a is generic"]),
        ("func a() -> Outputs<Int>\nfunc a(_ b: Int) -> Outputs<Int>", ["3:6: error: DemoInterface has a board a on line 2 already"]),
        ("func dispatch() -> Outputs<Int>", ["2:6: error: dispatch is a name that generated code needs"]),
        ("func a(_ input: Place) -> Outputs<URL>", ["2:35: error: URL has no place"]),
        ("func a(_ input: Place) -> Outputs<Int>", ["2:17: error: Place is neither"]),
    ]

    @Test(arguments: ErrorTests.boards.indices) func board(index: Int) {
        let sample: (source: String, errors: [String]) = Self.boards[index]
        let source: String = "public protocol DemoInterface: Interface where Refused == NoRefusal {\n\(sample.source)\n}"
        expect(Sources.errors(source), sample.errors, source)
    }

    private static let interfaces: [(source: String, errors: [String])] = [
        ("public protocol DemoInterface: Interface {}", ["1:17: error: DemoInterface names no refusal"]),
        ("protocol DemoInterface: Interface where Refused == NoRefusal {}", ["1:10: error: protocol DemoInterface is not public"]),
        ("public protocol DemoInterface {}", ["1:17: error: protocol DemoInterface is no interface"]),
        (
            "public protocol MapsInterface: Interface where Refused == NoRefusal {}",
            ["1:17: error: the interface of DemoInOut.swift is called DemoInterface, not MapsInterface"]
        ),
        (
            "public protocol DemoInterface: Interface where Refused == Why {}",
            ["1:59: error: the refusal Why is not declared in this file"]
        ),
        (
            "public protocol DemoInterface: Interface where Refused == Why {}\npublic struct Why: Refusal {}",
            ["2:15: error: the refusal Why is a struct; make it an enum"]
        ),
        (
            "public protocol DemoInterface: Interface where Refused == Why {}\npublic enum Why { case a }",
            ["2:13: error: the refusal Why does not conform to Refusal"]
        ),
        (
            "public protocol DemoInterface: Interface where Refused == Why {}\npublic enum Why: Refusal { case a, unknown(Unrecognized) }",
            ["2:13: error: the refusal Why needs no case `unknown`"]
        ),
    ]

    @Test(arguments: ErrorTests.interfaces.indices) func interface(index: Int) {
        let sample: (source: String, errors: [String]) = Self.interfaces[index]
        expect(Sources.errors(sample.source), sample.errors, sample.source)
    }

    @Test("all mistakes come at once, by line")
    func allAtOnce() {
        let errors: [String] = Sources.errors(
            "public struct A {\n    public let a: Set<Int>\n    let b: Int\n    public let c: () -> Void\n}\npublic class B {}")
        expect(errors, ["2:19: error: a set", "3:9: error: property b", "4:19: error: a closure", "6:14: error: class B"], "")
    }

    @Test("an interface may have 65,279 boards, and not one more")
    func boardLimit() {
        var lock: String = "public protocol DemoInterface: Interface where Refused == NoRefusal {\n"
        for index: Int in 1...3 { lock += "func b\(index)() -> Outputs<Int>\n" }
        let numbering: Numbering = Numbering(
            [.init(name: "last", formerName: nil)], locked: ["b": 65_278], reserved: [])
        #expect(numbering.numbers["last"] == 65_279)
        let errors: [String]
        do {
            _ = try Sources.resolve(
                "\(lock)}",
                lock: .init(name: "Demo", fingerprint: "", boards: [], types: [], reserved: [65_277]))
            errors = []
        } catch {
            errors = error.description.split(separator: "\n").map(String.init)
        }
        #expect(errors.count == 1)
        #expect(errors.first?.contains("4:6: error: board b3 would get the number 65280; the last is 65279") == true)
    }

    private func expect(_ found: [String], _ expected: [String], _ source: String) {
        #expect(found.count == expected.count, "\(source)\n\(found)")
        for (message, start): (String, String) in zip(found, expected) {
            #expect(message.hasPrefix(start), "\(source)\n\(message)")
        }
    }
}
