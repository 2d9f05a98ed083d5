import SwiftParser
import SwiftSyntax
import Testing

@testable import InterfaceTool

@Suite("What an interface may not hold is found, and what it may is not")
struct LintTests {
    private static func diagnostics(_ source: String) -> Diagnostics {
        let tree: SourceFileSyntax = Parser.parse(source: source)
        var found: Diagnostics = LintPass.run(tree, path: "DemoInOut.swift")
        found.add(InterfaceParser.parse(source, path: "DemoInOut.swift").diagnostics)
        return found
    }

    private static func findings(_ source: String) -> [String] {
        diagnostics(source).description.split(separator: "\n").map { line in
            let rule: Substring = line.last == "]" ? line.dropLast().split(separator: "[").last ?? "" : ""
            return "\(line.split(separator: ":")[1]):\(rule)"
        }
    }

    /// Members of a documented struct, on line 3.
    private static let members: [(source: String, found: [String])] = [
        ("/** A. */ public let a: Int", []),
        ("/// A.\npublic var a: Int = 3", []),
        ("public let a: Int", ["3:documentation"]),
        ("public init(a: Int = 3) { self.a = a }", []),
        ("public init(pair: Int) { self.init(a: pair, b: pair) }", []),
        ("public init(pair: Int) { if pair > 0 { self.a = pair } else { self.a = 0 } }", []),
        ("public init(pair: Int) { switch pair { case 0: self.a = pair\ndefault: self.a = 0 } }", []),
        ("/// Large.\npublic var isLarge: Bool { a > 3 }", []),
        ("/// Three.\npublic static let three: Int = 3", []),
        ("/// Inner.\npublic struct B {\n/// C.\npublic let c: Int }", []),
        ("public var isLarge: Bool { a > 3 }", ["3:documentation"]),
        ("/// Large.\nvar isLarge: Bool { a > 3 }", ["4:access"]),
        ("/// Does.\npublic func does() {}", ["4:method"]),
        ("/// Does.\npublic static func + (l: Self, r: Self) -> Self { l }", ["4:method"]),
        ("/// Some.\npublic subscript(i: Int) -> Int { i }", ["4:method"]),
        ("/// Shared.\npublic static var shared: Int = 3", ["4:global-state"]),
        ("public init(a: Int) { print(a) }", ["3:behaviour"]),
        ("public init(a: Int) async { self.a = a }", ["3:behaviour"]),
        ("public init(a: Int) throws { self.a = a }", ["3:behaviour"]),
        ("init(a: Int) { self.a = a }", ["3:access"]),
        ("public var a: Int { didSet { print(a) } }", ["3:documentation", "3:behaviour"]),
        ("/// A.\npublic var a: Int { get { 3 } set { } }", ["4:behaviour"]),
        ("/// A.\npublic var a: Int { get async { 3 } }", ["4:behaviour"]),
        ("public struct B {\n/// C.\npublic let c: Int }", ["3:documentation"]),
        ("/** A. */ public let a: () -> Void", ["3:closure"]),
        ("/** A. */ public let a: URL", ["3:field-type"]),
        ("/** A. */ let a: Int", ["3:access"]),
        ("public class B {}", ["3:reference-type"]),
    ]

    private static func file(withMember source: String) -> String { "/// A.\npublic struct A {\n\(source)\n}" }

    @Test(arguments: LintTests.members.indices) func member(_ index: Int) {
        let (source, found): (String, [String]) = Self.members[index]
        #expect(Self.findings(Self.file(withMember: source)) == found, "\(source)")
    }

    /// What stands below an interface with the boards `find(_:)` and `reset()`, from line 8 on.
    private static let files: [(source: String, found: [String])] = [
        ("extension A: Idempotent {}", []),
        ("extension A { public init(b: Int) { self.init(a: b) } }", []),
        ("public extension A {\n/// Large.\nvar isLarge: Bool { a > 3 } }", []),
        (
            "extension DemoInterface {\n// interface: alias\npublic func one() async throws(Failure) -> Int { try await find(A(a: 3)) } }",
            []
        ),
        (
            "extension DemoInterface {\n// interface: alias\npublic func one() async throws(Failure) -> Int { return try await self.find(A(a: 3)) } }",
            []
        ),
        ("extension DemoInterface {\npublic func reset() async throws(Failure) {} // interface: empty\n}", []),
        ("extension DemoInterface {\npublic func reset() async throws(Failure) {} }", ["9:default-implementation"]),
        (
            "extension DemoInterface {\n// interface: empty\npublic func reset() async throws(Failure) { print(3) } }",
            ["10:default-implementation"]
        ),
        ("extension DemoInterface {\n// interface: alias\npublic func one() async { print(3) } }", ["10:default-implementation"]),
        (
            "extension DemoInterface {\n// interface: alias\npublic func reset() async throws(Failure) { try await reset() } }",
            ["10:default-implementation"]
        ),
        (
            "extension DemoInterface {\n// interface: alias\nfunc one() async throws(Failure) -> Int { try await find(A(a: 3)) } }",
            ["10:access"]
        ),
        ("extension DemoInterface {\n/// Three.\npublic var three: Int { 3 } }", ["10:behaviour"]),
        ("extension A {\npublic func debugMe() { print(self) } }", ["9:method"]),
        ("extension A where Int == Int {}", ["8:behaviour"]),
        ("extension String { public var a: Int { 3 } }", ["8:foreign-extension"]),
        ("extension Int: Idempotent {}", ["8:foreign-extension"]),
        ("public let limit: Int = 3", ["8:global-state"]),
        ("public var limit: Int = 3", ["8:global-state"]),
        ("public func help() {}", ["8:method"]),
        ("import Foundation", ["8:import"]),
        ("import ColonnadeContract", []),
        ("import Colonnade", []),
        ("import ColonnadeSystemIO", []),
        ("/// B.\npublic struct B<T> {\n/// A.\npublic let a: Int }", ["9:generic"]),
        ("/// B.\npublic class B {}", ["9:reference-type"]),
        ("public typealias B = Int", ["8:form"]),
        ("public enum B {\n/// A.\ncase a }", ["8:documentation"]),
        ("/// B.\npublic enum B { case a }", ["9:documentation"]),
        ("/// B.\npublic enum B {\n/// All.\ncase a, c\ncase unknown(Unrecognized) }", []),
        ("/// B.\nenum B {\n/// A.\ncase a }", ["9:access"]),
    ]

    private static func file(below source: String) -> String {
        let head: String = """
            /** Demo. */ public protocol DemoInterface: Interface where Refused == NoRefusal {
            /** Finds. */ func find(_ input: A) async throws(Failure) -> Int
            /** Resets. */ func reset() async throws(Failure) }
            /// A.
            public struct A {
            /// A.
            public let a: Int }

            """
        return head + source
    }

    @Test(arguments: LintTests.files.indices) func file(_ index: Int) {
        let (source, found): (String, [String]) = Self.files[index]
        let below: [String] = Self.findings(Self.file(below: source))
        #expect(below == found, "\(source)")
    }

    @Test func boardsAndInterfacesAreDocumented() {
        let source: String = "public protocol DemoInterface: Interface where Refused == NoRefusal {\nfunc a() async throws(Failure) }"
        #expect(Self.findings(source) == ["1:documentation", "2:documentation"])
    }

    @Test func everyFindingSaysWhatToDo() {
        let examples: [String] = Self.members.map { Self.file(withMember: $0.source) } + Self.files.map { Self.file(below: $0.source) }
        let all: [Diagnostic] = examples.flatMap { Self.diagnostics($0).all }
        #expect(all.count == (Self.members + Self.files).reduce(0) { $0 + $1.found.count })
        for finding: Diagnostic in all {
            #expect(finding.message.contains("; "), "\(finding)")
            #expect(finding.message.last != ".", "\(finding)")
        }
    }
}
