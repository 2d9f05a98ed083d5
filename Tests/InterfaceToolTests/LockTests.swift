import ColonnadeContract
import ColonnadeWorld
import Testing

@testable import InterfaceTool

@Suite("Numbers are given once and never again")
struct LockTests {
    /// A struct with these members.
    private func thing(_ members: String, lock: ContractDescriptor? = nil) throws -> ContractDescriptor {
        try Sources.contract("public struct Thing: Sendable {\n\(members)\n}", lock: lock)
    }

    private func numbers(_ contract: ContractDescriptor) -> [String: UInt32] {
        Dictionary(uniqueKeysWithValues: contract.types[0].fields.map { ($0.name, $0.number) })
    }

    @Test func newFieldsGetTheNextNumber() throws {
        let first: ContractDescriptor = try thing("public let a: Int\npublic let b: Int")
        #expect(numbers(first) == ["a": 1, "b": 2])
        let second: ContractDescriptor = try thing("public let c: Int\npublic let b: Int\npublic let a: Int", lock: first)
        #expect(numbers(second) == ["a": 1, "b": 2, "c": 3])
        #expect(second.types[0].fields.map(\.name) == ["a", "b", "c"])
    }

    @Test func removedNumbersAreReservedAlsoWhenTheNameComesBack() throws {
        let first: ContractDescriptor = try thing("public let a: Int\npublic let b: Int")
        let second: ContractDescriptor = try thing("public let a: Int", lock: first)
        #expect(second.types[0].reserved == [2])
        let third: ContractDescriptor = try thing("public let a: Int\npublic let b: Int", lock: second)
        #expect(numbers(third) == ["a": 1, "b": 3])
        #expect(third.types[0].reserved == [2])
    }

    @Test("a rename keeps the number, wherever its comment stands, and may stay in the file")
    func renames() throws {
        let first: ContractDescriptor = try thing("public let a: Int\npublic let b: Int")
        for members: String in [
            "public let z: Int  // was: a\npublic let b: Int",
            "// was: a\npublic let z: Int\npublic let b: Int",
            "/// Documented.\n// was: a\npublic let z: Int\n\npublic let b: Int",
            "public let b: Int\npublic let z: Int  // was: a",
        ] {
            let second: ContractDescriptor = try thing(members, lock: first)
            #expect(numbers(second) == ["z": 1, "b": 2], "\(members)")
            #expect(second.types[0].reserved == [])
            #expect(try thing(members, lock: second) == second)
        }
    }

    @Test("a comment behind one field does not rename the next")
    func commentsBelongToTheirLine() throws {
        let first: ContractDescriptor = try thing("public let a: Int\npublic let b: Int")
        let second: ContractDescriptor = try thing("public let b: Int  // was: x\npublic let c: Int", lock: first)
        #expect(numbers(second) == ["b": 2, "c": 3])
        #expect(second.types[0].reserved == [1])
    }

    @Test func casesAndTheirValuesKeepTheirNumbers() throws {
        func shape(_ cases: String, _ lock: ContractDescriptor? = nil) throws -> [CaseDescriptor] {
            try Sources.contract("public enum Shape: Sendable {\n\(cases)\n}", lock: lock).types[0].cases ?? []
        }
        let lock: ContractDescriptor = try Sources.contract("public enum Shape { case a, b(x: Int, y: Int), c }")
        let cases: [CaseDescriptor] = try shape("case c\ncase d(Int)\ncase e(y: Int, z: Int)  // was: b", lock)
        #expect(cases.map(\.name) == ["e", "c", "d"])
        #expect(cases.map(\.number) == [2, 3, 4])
        #expect(cases[0].values.map(\.name) == ["y", "z"])
        #expect(cases[0].values.map(\.number) == [2, 3])
        #expect(cases[0].reserved == [1])
    }

    @Test func boardsKeepTheirNumbers() throws {
        func demo(_ boards: String, _ lock: ContractDescriptor? = nil) throws -> ContractDescriptor {
            try Sources.contract("public protocol DemoInterface: Interface where Refused == NoRefusal {\n\(boards)\n}", lock: lock)
        }
        let first: ContractDescriptor = try demo("func a() -> Outputs<Int>\nfunc b() -> Outputs<Int>\nfunc c() -> Outputs<Int>")
        let second: ContractDescriptor = try demo("func d() -> Outputs<Int>  // was: c\nfunc a() -> Outputs<Int>", first)
        #expect(second.boards.map(\.name) == ["a", "d"])
        #expect(second.boards.map(\.number) == [1, 3])
        #expect(second.reserved == [2])
        #expect(try demo("func e() -> Outputs<Int>", second).boards.map(\.number) == [4])
    }

    @Test func renamedTypesKeepTheirNumbers() throws {
        let first: ContractDescriptor = try Sources.contract(
            "public struct Old { public let a: Int\npublic let b: Int\npublic enum Kind { case x, y } }")
        let second: ContractDescriptor = try Sources.contract(
            "// was: Old\npublic struct New { public let b: Int\npublic enum Kind { case y } }", lock: first)
        #expect(second.types.map(\.name) == ["New", "New.Kind"])
        #expect(second.types[0].fields[0].number == 2)
        #expect(second.types[0].reserved == [1])
        #expect(second.types[1].cases?[0].number == 2)
    }

    @Test("two branches that each gave the next number are told so")
    func conflicts() {
        let fields: [FieldDescriptor] = [
            FieldDescriptor(name: "a", number: 3, type: "Int"), FieldDescriptor(name: "b", number: 3, type: "Int"),
            FieldDescriptor(name: "c", number: 4, type: "Int"),
        ]
        let contract: ContractDescriptor = ContractDescriptor(
            name: "Demo", fingerprint: "", types: [TypeDescriptor(name: "Thing", fields: fields, reserved: [4])])
        #expect(
            LockFile.conflicts(in: contract) == [
                "in Thing, b and a both have number 3", "in Thing, c and a removed one both have number 4",
            ])
    }

    @Test("a file with Windows line ends says the same")
    func carriageReturns() throws {
        let source: String = "/// One.\n// was: Old\npublic struct A {\n    /// Two.\n    public let x: Int  // was: y\n}\n"
        let contract: ContractDescriptor = try Sources.contract(source)
        #expect(contract.types[0].documentation == "One.")
        #expect(contract.types[0].fields[0].documentation == "Two.")
        #expect(try Sources.contract(source.replacing("\n", with: "\r\n")) == contract)
    }

    @Test func protocsOwnNumbersAreLeftOut() {
        let numbering: Numbering = Numbering(
            [.init(name: "new", formerName: nil)], locked: ["old": 18_999], reserved: [])
        #expect(numbering.numbers["new"] == 20_000)
        #expect(numbering.reserved == [18_999])
    }

    // MARK: Fingerprint

    @Test func fingerprintKnowsNeitherOrderNorDocumentation() throws {
        let first: ContractDescriptor = try Sources.contract(
            "/// One.\npublic struct A { public let x: Int\npublic let y: B }\npublic enum B { case p, q }")
        let second: ContractDescriptor = try Sources.contract(
            "public enum B { case q\n/// Two.\ncase p }\npublic struct A { public let y: B\npublic let x: Int }", lock: first)
        #expect(second.fingerprint == first.fingerprint)
        #expect(first.fingerprint.count == 64)
        let third: ContractDescriptor = try Sources.contract(
            "public struct A { public let x: Int?\npublic let y: B }\npublic enum B { case p, q }", lock: first)
        #expect(third.fingerprint != first.fingerprint)
    }

    @Test func randomHistoriesNeverUseANumberTwice() throws {
        let seed: UInt64 = .random(in: .min ... .max)
        var generator: SeededGenerator = SeededGenerator(seed: seed)
        var lock: ContractDescriptor?
        var given: [UInt32: String] = [:]
        for round: Int in 0..<60 {
            let names: [String] = (0..<12).filter { _ in Bool.random(using: &generator) }.map { "f\($0)" }.shuffled(using: &generator)
            let contract: ContractDescriptor = try thing(names.map { "public let \($0): Int" }.joined(separator: "\n"), lock: lock)
            let before: [String: UInt32] = lock.map(numbers) ?? [:]
            for (name, number): (String, UInt32) in numbers(contract) {
                if let kept: UInt32 = before[name] {
                    #expect(kept == number, "seed \(seed), round \(round)")
                } else {
                    #expect(given[number] == nil, "seed \(seed), round \(round): \(number) was \(given[number] ?? "")'s")
                }
                given[number] = name
            }
            #expect(Set(contract.types[0].reserved) == Set(given.keys).subtracting(numbers(contract).values), "seed \(seed)")
            lock = contract
        }
    }
}
