import ColonnadeContract
import Testing

@testable import InterfaceTool

@Suite("What changes is told with its rule and its place")
struct ChangeLogTests {
    /// Boards, types, and the same after a change; with what is told of it, without the file's name.
    struct Example: CustomTestStringConvertible, Sendable {
        let before: String
        let after: String
        let told: [String]
        /// Whether the interface itself is given, and not only what stands below it.
        var isWhole: Bool = false

        var testDescription: String { told.first ?? after }
    }

    private static let head: String =
        "public protocol DemoInterface: Interface where Refused == Why {\nfunc ask(_ input: Q) async throws(Failure) -> A\n}\n"
        + "public enum Why: Refusal { case no, never(Int) }\n"

    static func changes(_ example: Example) throws -> [ContractChange] {
        let head: String = example.isWhole ? "" : head
        let old: ContractDescriptor = try Sources.contract(head + example.before)
        let parsed: (file: DeclaredFile, diagnostics: Diagnostics) = InterfaceParser.parse(head + example.after, path: "DemoInOut.swift")
        let new: ContractDescriptor = try Sources.contract(head + example.after, lock: old)
        return ChangeLog(old: old, new: new, index: DeclarationIndex(parsed.file, siblings: [parsed.file])).changes
    }

    @Test(arguments: ChangeLogTests.examples + ChangeLogTests.interfaces) func change(_ example: Example) throws {
        let lines: [String] = try Self.changes(example).map { change in
            "\(change.line):\(change.column) \(change.verdict): \(change.message)" + (change.rule.map { " [\($0)]" } ?? "")
        }
        #expect(lines == example.told)
    }

    private static let examples: [Example] = [
        Example(
            before: "public struct Q { public let a: Int }\npublic struct A { public let b: Int }",
            after: "public struct Q { public let a: Int }\npublic struct A { public let b: Int }", told: []),
        Example(
            before: "public struct Q { public let a: Int }\npublic struct A {}",
            after: "public struct Q {\npublic let a: Int\npublic let c: Int }\npublic struct A {}",
            told: [
                "7:12 breaking: Demo.ask: the new provider needs Input.c (Q.c), and an old consumer does not send it [input-field-added]"
            ]),
        Example(
            before: "public struct Q {}\npublic struct A {\npublic let a: Int\n}",
            after: "public struct Q {}\npublic struct A {\npublic let b: Int // was: a\n}",
            told: ["7:12 additive: A.a is called b now [field-renamed]"]),
        Example(
            before: "public struct Q {}\npublic struct A {\npublic let a: Int?\n}",
            after: "public struct Q {}\npublic struct A {\npublic let b: Int?\n}",
            told: ["7:12 breaking: A.a is gone and A.b, of the same type, is new [renamed-without-comment]"]),
        Example(
            before: "public struct Q {}\npublic struct A {\npublic let a: Int?\n}",
            after: "public struct Q {}\npublic struct A {\npublic let b: Int? // interface: new\n}",
            told: [
                "6:15 additive: A.a: Int? is gone [optional-field-removed]", "7:12 additive: A.b: Int? is new [optional-field-added]",
            ]),
        Example(
            before: "public struct Q {}\npublic struct A { public let k: K }\npublic enum K { case x, y }",
            after: "public struct Q {}\npublic struct A { public let k: K }\npublic enum K { case x, z }",
            told: ["7:25 breaking: K.y is gone and K.z, of the same type, is new [renamed-without-comment]"]),
        Example(
            before: "public struct Q {}\npublic struct A { public let k: K }\npublic enum K { case x, unknown(Unrecognized) }",
            after: "public struct Q {}\npublic struct A { public let k: K }\npublic enum K { case x }",
            told: ["7:13 breaking: K has lost `case unknown(Unrecognized)` [unknown-case-removed]"]),
        Example(
            before: "public struct Q { public let k: K }\npublic struct A {}\npublic enum K { case x, unknown(Unrecognized) }",
            after: "public struct Q { public let k: K }\npublic struct A {}\npublic enum K { case x }",
            told: ["7:13 additive: K takes unknown cases no more; it is in no Output"]),
        Example(
            before: "public struct Q {}\npublic struct A { public let k: K }\npublic enum K { case x }",
            after: "public struct Q {}\npublic struct A { public let k: K }\npublic enum K { case x, unknown(Unrecognized) }",
            told: ["7:13 additive: K takes unknown cases now [unknown-case-added]"]),
        Example(
            before: "public struct Q {}\npublic struct A { public let k: K }\npublic enum K { case x, unknown(Unrecognized) }",
            after: "public struct Q {}\npublic struct A { public let k: K }\npublic enum K { case x, y, unknown(Unrecognized) }",
            told: ["7:25 additive: K.y is new [open-case-added]"]),
        Example(
            before: "public struct Q {}\npublic struct A { public let k: K }\npublic enum K { case x, y(Int), unknown(Unrecognized) }",
            after: "public struct Q {}\npublic struct A { public let k: K }\npublic enum K { case x, z(String), unknown(Unrecognized) }",
            told: ["7:13 additive: K.y is gone [open-case-removed]", "7:25 additive: K.z is new [open-case-added]"]),
        Example(
            before: "public struct Q { public let p: P }\npublic struct A { public let p: P }\npublic struct P { public let n: Int8 }",
            after: "public struct Q { public let p: P }\npublic struct A { public let p: P }\npublic struct P { public let n: Int }",
            told: [
                "7:30 breaking: Demo.ask: the new provider writes Output.p.n (P.n) as Int, and an old consumer reads Int8 "
                    + "[output-type-widened]"
            ]),
        Example(
            before: "public struct Q { public let p: P }\npublic struct A { public let p: P }\npublic struct P { public let n: Int8 }",
            after: "public struct Q { public let p: P }\npublic struct A { public let p: P }\npublic struct P { public let n: Bool }",
            told: [
                "7:30 breaking: Demo.ask: an old consumer writes Input.p.n (P.n) as Int8, and the new provider reads Bool "
                    + "(1 more way leads there) [field-type-changed]"
            ]),
        Example(
            before: "public struct Q {}\npublic struct A { public let p: P }\npublic struct P { public let n: Int }",
            after: "public struct Q {}\npublic struct A { public let p: R }\npublic struct R { public let n: Int } // was: P",
            told: ["6:30 additive: A.p is R, was P; either end reads both", "7:15 additive: P is called R now [field-renamed]"]),
        Example(
            before: "public struct Q { public let k: K }\npublic struct A {}\npublic enum K { case x, y }",
            after: "public struct Q { public let k: K }\npublic struct A {}\npublic enum K { case x(Int), y }",
            told: [
                "7:13 breaking: Demo.ask: an old consumer writes the enum in Input.k (K) as a number, and the new provider reads "
                    + "associated values [enum-form-changed]"
            ]),
    ]

    private static let none: String = "public protocol DemoInterface: Interface where Refused == NoRefusal {\n"

    private static let interfaces: [Example] = [
        Example(
            before: none + "func a() async throws(Failure)\n}", after: none + "func b() async throws(Failure) // was: a\n}",
            told: ["2:6 additive: Demo.a is called b now [board-renamed]"], isWhole: true),
        Example(
            before: none + "func a() async throws(Failure)\n}", after: none + "func b() async throws(Failure)\n}",
            told: ["2:6 breaking: Demo.a is gone and b, of the same form, is new [renamed-without-comment]"], isWhole: true),
        Example(
            before: none + "func a() async throws(Failure)\nfunc b() -> Outputs<Int>\n}", after: none + "func a() async throws(Failure)\n}",
            told: ["1:17 breaking: Demo.b: the new provider has no such board, and an old consumer calls it [board-removed]"],
            isWhole: true),
        Example(
            before: none + "func a() async throws(Failure)\n}", after: none + "func a() async throws(Failure)\nfunc b() -> Outputs<Int>\n}",
            told: ["3:6 provider first: Demo.b: an old provider has no such board, and a new consumer calls it [board-added]"],
            isWhole: true),
        Example(
            before: none + "func a() async throws(Failure) -> Int\n}", after: none + "func a() -> Outputs<Int>\n}",
            told: ["2:6 breaking: Demo.a: the new provider gives many outputs, and an old consumer expects one [board-shape-changed]"],
            isWhole: true),
        Example(
            before: none + "func a() async throws(Failure) -> Int\n}",
            after: none.replacing("NoRefusal", with: "Why") + "func a() async throws(Failure) -> Int\n}\n"
                + "public enum Why: Refusal { case no }",
            told: ["4:13 additive: Demo refuses with Why now [refusal-added]", "4:13 additive: enum Why is new"], isWhole: true),
        Example(
            before: none + "func a(_ q: Q) async throws(Failure)\n}\npublic struct Q: Idempotent {}",
            after: none + "func a(_ q: Q) async throws(Failure)\n}\npublic struct Q {}",
            told: [
                "2:6 breaking: Demo.a: an old consumer sends an Input again where the outcome is unknown, and to the new provider it is "
                    + "not Idempotent [idempotent-removed]"
            ], isWhole: true),
        Example(
            before: "public struct DemoConfiguration: Configuration { public let a: Int }",
            after: "public struct DemoConfiguration: Configuration { public let a: Int; public let b: Int }",
            told: [
                "1:80 breaking: DemoConfiguration.DemoConfiguration: the new daemon needs Input.b (DemoConfiguration.b), and a launcher "
                    + "file of before does not send it [input-field-added]"
            ], isWhole: true),
    ]

    @Test func everyRuleOfSourcesAloneHasAnExample() throws {
        let told: [String] = (Self.examples + Self.interfaces).flatMap(\.told)
        for id: String in ["renamed-without-comment", "unknown-case-removed", "unknown-case-added", "open-case-removed", "open-case-added"]
        {
            #expect(told.contains { $0.hasSuffix("[\(id)]") }, "\(id)")
        }
    }

    @Test func aNumberThatIsGivenAgainIsTold() throws {
        let source: String = Self.none + "func a() async throws(Failure) -> A\n}\npublic struct A {\npublic let b: Int\n}"
        let old: ContractDescriptor = try Sources.contract(source.replacing("b: Int", with: "c: Int"))
        let new: ContractDescriptor = try Sources.contract(source)
        let parsed: (file: DeclaredFile, diagnostics: Diagnostics) = InterfaceParser.parse(source, path: "DemoInOut.swift")
        let index: DeclarationIndex = DeclarationIndex(parsed.file, siblings: [parsed.file])
        let changes: [ContractChange] = ChangeLog(old: old, new: new, index: index).changes
        #expect(changes.map(\.rule) == ["number-reused"])
        #expect(changes.first?.line == 5)
        let retired: ContractDescriptor = try Sources.contract(
            source.replacing("b: Int", with: "d: Int?"), lock: try Sources.contract(source.replacing("b: Int", with: "b: Int?")))
        let again: ContractDescriptor = try Sources.contract(source.replacing("b: Int", with: "b: Int?\npublic let d: Int?"))
        #expect(retired.types.first?.reserved == [1])
        #expect(ChangeLog(old: retired, new: again, index: index).changes.map(\.rule).contains("number-reused"))
    }

    @Test func theLockKeepsWhatABoardWasCalled() throws {
        func source(_ line: String) -> String { Self.none + line + "\n}" }
        let first: ContractDescriptor = try Sources.contract(source("func a() async throws(Failure)"))
        let second: ContractDescriptor = try Sources.contract(source("func b() async throws(Failure) // was: a"), lock: first)
        let third: ContractDescriptor = try Sources.contract(source("func b() async throws(Failure)"), lock: second)
        let fourth: ContractDescriptor = try Sources.contract(source("func c() async throws(Failure) // was: b"), lock: third)
        #expect(first.boards[0].formerNames == nil)
        #expect(third.boards[0].formerNames == ["a"], "the comment may go")
        #expect(fourth.boards[0].formerNames == ["a", "b"])
        #expect(ContractComparison(consumer: first, provider: fourth).problems == [])
        let fifth: ContractDescriptor = try Sources.contract(source("func d() async throws(Failure) // was: nobody"), lock: fourth)
        #expect(fifth.boards[0].formerNames == nil)
    }
}
