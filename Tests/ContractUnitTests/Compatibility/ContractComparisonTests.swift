import ColonnadeContract
import Testing

/// What passes between two builds of an interface, and what does not.
@Suite struct ContractComparisonTests {
    private static func contract(
        boards: [BoardDescriptor] = [BoardDescriptor(name: "ask", number: 1, input: "Question", output: "Answer")],
        question: [FieldDescriptor] = [FieldDescriptor(name: "text", number: 1, type: "String")],
        answer: [FieldDescriptor] = [FieldDescriptor(name: "kind", number: 1, type: "Kind")],
        kinds: [String] = ["yes", "no"], open: Bool = false
    ) -> ContractDescriptor {
        let cases: [CaseDescriptor] = kinds.enumerated().map { CaseDescriptor(name: $0.element, number: UInt32($0.offset + 1)) }
        return ContractDescriptor(
            name: "Oracle", fingerprint: "", boards: boards,
            types: [
                TypeDescriptor(name: "Question", fields: question), TypeDescriptor(name: "Answer", fields: answer),
                TypeDescriptor(name: "Kind", cases: cases, open: open),
            ])
    }

    private static func field(_ number: UInt32, _ type: String) -> FieldDescriptor {
        FieldDescriptor(name: "field\(number)", number: number, type: type)
    }

    private static func problems(_ consumer: ContractDescriptor, _ provider: ContractDescriptor) -> [String] {
        ContractComparison(consumer: consumer, provider: provider).problems
    }

    @Test func theSameFits() {
        let comparison: ContractComparison = ContractComparison(consumer: Self.contract(), provider: Self.contract())
        #expect(comparison.problems == [])
        #expect(comparison.boards == [1: 1])
    }

    @Test func boardsGoByName() {
        let moved: ContractDescriptor = Self.contract(boards: [
            BoardDescriptor(name: "other", number: 1, input: "Void", output: "Void"),
            BoardDescriptor(name: "ask", number: 2, input: "Question", output: "Answer"),
        ])
        #expect(ContractComparison(consumer: Self.contract(), provider: moved).boards == [1: 2])
        #expect(
            Self.problems(Self.contract(), Self.contract(boards: []))
                == ["Oracle.ask: the provider has no such board, and the consumer calls it [board-added]"])
        #expect(Self.problems(Self.contract(boards: []), Self.contract()) == [])
    }

    @Test func aNewFieldOfAnInputMustBeOptional() {
        let optional: ContractDescriptor = Self.contract(question: [Self.field(1, "String"), Self.field(2, "Int?"), Self.field(3, "[Int]")])
        let required: ContractDescriptor = Self.contract(question: [Self.field(1, "String"), Self.field(2, "Int")])
        #expect(Self.problems(Self.contract(), optional) == [])
        #expect(Self.problems(Self.contract(), required).count == 1)
        #expect(Self.problems(required, Self.contract()) == [], "a provider skips what it does not know")
    }

    @Test func aFieldOfAnOutputMayNotGo() {
        #expect(Self.problems(Self.contract(), Self.contract(answer: [])).count == 1)
        #expect(Self.problems(Self.contract(answer: []), Self.contract()) == [])
        let optional: ContractDescriptor = Self.contract(answer: [Self.field(1, "Kind?")])
        #expect(Self.problems(Self.contract(), optional).count == 1)
        #expect(Self.problems(optional, Self.contract()) == [])
    }

    @Test func casesOfAnOutputMayGrowOnlyWhereTheyAreOpen() {
        let grown: ContractDescriptor = Self.contract(kinds: ["yes", "no", "maybe"])
        #expect(
            Self.problems(Self.contract(), grown) == [
                "Oracle.ask: the provider may send the case maybe in Output.kind (Kind.maybe), and the consumer does not know it "
                    + "[output-case-added]"
            ])
        #expect(Self.problems(Self.contract(open: true), grown) == [])
        #expect(Self.problems(grown, Self.contract()) == [])
    }

    @Test(arguments: [
        ("Int16", "Int32", true), ("Int64", "Int32", false), ("UInt8", "UInt", true), ("Int", "UInt", false), ("String", "[UInt8]", false),
        ("[Int]", "[Int]", true), ("[Int]", "Int", false), ("[String: Int8]", "[String: Int]", true), ("Bool", "Int", false),
        ("Int", "[Int]", true), ("Kind", "[Kind]", true), ("Question?", "[Question]", true), ("[Int]?", "[Int]?", true),
        ("[Int]", "[Int]?", false), ("[Int]?", "[Int]", false), ("Int?", "Int??", false), ("Int??", "Int??", true),
        ("[[Int8]]", "[[Int]]", true), ("[[Int]]", "[Int]", false), ("[Int?]", "[[Int]]", true), ("[Int]", "[Int?]", false),
        ("[Int?]", "[Int]", false), ("[String: Int]", "[String: Int?]", false), ("[Int8: Int]", "[Int16: Int]", true),
        ("[Int16: Int]", "[Int8: Int]", false), ("[String: [Int]]", "[String: [Int]?]", false), ("Bool", "UInt8", false),
        ("Date", "Duration", false), ("UUID", "[UInt8]", false), ("Kind", "UInt32", false), ("[Int]", "[[Int]]", false),
        ("Question", "Kind", false), ("Float", "Double", false), ("Int?", "Int", false),
    ])
    func aFieldIsReadAsItWasWrittenOrWider(_ written: String, _ read: String, _ fits: Bool) {
        let consumer: ContractDescriptor = Self.contract(question: [Self.field(1, written)])
        let provider: ContractDescriptor = Self.contract(question: [Self.field(1, read)])
        #expect(Self.problems(consumer, provider).isEmpty == fits)
    }

    @Test func theFormOfABoardIsPartOfIt() {
        let many: ContractDescriptor = Self.contract(boards: [
            BoardDescriptor(name: "ask", number: 1, input: "Question", output: "Answer", many: true, command: "Question")
        ])
        #expect(Self.problems(Self.contract(), many).count == 1)
        #expect(Self.problems(many, Self.contract()).count == 2)
    }

    @Test func trimmingKeepsWhatTheBoardsReach() {
        let boards: [BoardDescriptor] = [
            BoardDescriptor(name: "ask", number: 1, documentation: "Asks.", input: "Question", output: "Void"),
            BoardDescriptor(name: "tell", number: 2, input: "Void", output: "[Answer]?"),
        ]
        let trimmed: ContractDescriptor = Self.contract(boards: boards).trimmed(toBoards: ["tell"])
        #expect(trimmed.boards.map(\.name) == ["tell"])
        #expect(trimmed.types.map(\.name) == ["Answer", "Kind"])
        #expect(Self.contract(boards: boards).trimmed().boards.map(\.documentation) == ["", ""])
    }

    @Test(arguments: [
        ("Question", "Question?", false), ("Question?", "Question", false), ("[Int]", "[Int]?", false), ("[Int]?", "[Int]", false),
        ("Int", "Int?", true), ("Int?", "Int", false), ("Void", "Question", false), ("Void", "[Int]", true), ("Void", "String?", true),
        ("Question", "Void", true), ("String", "Void", true), ("Void", "String", false), ("Kind", "Question", false),
        ("Question", "[Question]", false), ("Int8", "Int", true), ("Int", "[Int]", true), ("Void", "Kind", false), ("Kind", "[Kind]", true),
    ])
    func aWholeInputIsReadAsItWasWritten(_ written: String, _ read: String, _ fits: Bool) {
        let consumer: ContractDescriptor = Self.contract(boards: Oracle.board(written))
        let provider: ContractDescriptor = Self.contract(boards: Oracle.board(read))
        #expect(Self.problems(consumer, provider).isEmpty == fits)
    }

    @Test func aRenamedBoardIsFoundByItsNumber() {
        let renamed: BoardDescriptor = BoardDescriptor(
            name: "consult", number: 1, input: "Question", output: "Answer", formerNames: ["inquire", "ask"])
        // The old name was given to another board.
        let other: BoardDescriptor = BoardDescriptor(name: "ask", number: 2, input: "Void", output: "Void")
        let new: ContractDescriptor = Self.contract(boards: [other, renamed])
        #expect(ContractComparison(consumer: Self.contract(), provider: new).boards == [1: 1])
        #expect(Self.problems(Self.contract(), new) == [])
        let consumer: ContractDescriptor = Self.contract(boards: [renamed])
        #expect(ContractComparison(consumer: consumer, provider: Self.contract()).boards == [1: 1])
        #expect(Self.problems(consumer, Self.contract()) == [])
        #expect(consumer.trimmed().boards.first?.formerNames == ["inquire", "ask"])
    }

    @Test func aRefusalTakesWhatItDoesNotKnow() {
        let old: ContractDescriptor = Oracle.with { $0.doubts = [Oracle.item("busy", 1, ["Kind"])] }
        let new: ContractDescriptor = Oracle.with { oracle in
            oracle.boards = Oracle.board("Question", "Void")
            oracle.doubts = [Oracle.item("busy", 1, ["Kind"]), Oracle.item("closed", 2, ["Int"])]
            oracle.kinds = Oracle.cases("yes", "no", "maybe")
        }
        let consumer: ContractDescriptor = Oracle.with { oracle in
            oracle.boards = Oracle.board("Question", "Void")
            oracle.doubts = [Oracle.item("busy", 1, ["Kind"])]
        }
        #expect(Self.problems(consumer, new) == [])
        #expect(Self.problems(old, new).count == 1, "the Output Answer is gone")
    }

    @Test func anEnumOutsideOfARefusalKeepsItsForm() {
        let values: ContractDescriptor = Oracle.with { $0.kinds = [Oracle.item("yes", 1, ["Int"]), Oracle.item("no", 2, [])] }
        #expect(
            Self.problems(Oracle.with { _ in }, values) == [
                "Oracle.ask: the provider writes the enum in Output.field1 (Kind) with associated values, and the consumer reads a number "
                    + "[enum-form-changed]"
            ])
        let input: ContractDescriptor = Oracle.with { $0.boards = Oracle.board("Kind", "Kind") }
        let changed: ContractDescriptor = Oracle.with { oracle in
            oracle.boards = Oracle.board("Kind", "Kind")
            oracle.kinds = [Oracle.item("yes", 1, ["Int"]), Oracle.item("no", 2, [])]
        }
        #expect(Self.problems(input, changed).count == 2, "as an Input and as an Output")
    }

    @Test func theNewerOneIsToldByItsNumbers() {
        func first(_ consumer: ContractDescriptor, _ provider: ContractDescriptor) -> CompatibilityRule? {
            ContractComparison(consumer: consumer, provider: provider).incompatibilities.first?.rule
        }
        let more: [FieldDescriptor] = [Oracle.field(1, "String"), Oracle.field(2, "Int")]
        let wide: ContractDescriptor = Oracle.with { $0.question = more }
        let retired: ContractDescriptor = Oracle.with { $0.reserved = [2] }
        #expect(first(Oracle.with { _ in }, wide) == .inputFieldAdded)
        #expect(first(retired, wide) == .inputFieldRemoved)
    }

    @Test func typesMayBeNestedAsDeepAsAPeerLikes() {
        let count: Int = 900
        let chain: [TypeDescriptor] = (0..<count).map { index in
            TypeDescriptor(name: "T\(index)", fields: [FieldDescriptor(name: "next", number: 1, type: "T\((index + 1) % count)?")])
        }
        let consumer: ContractDescriptor = ContractDescriptor(
            name: "Oracle", fingerprint: "", boards: Oracle.board("T0", "Void"), types: chain)
        let loop: TypeDescriptor = TypeDescriptor(
            name: "Loop", fields: [Oracle.field(1, "Loop?"), FieldDescriptor(name: "count", number: 2, type: "Int")])
        let provider: ContractDescriptor = ContractDescriptor(
            name: "Oracle", fingerprint: "", boards: Oracle.board("Loop", "Void"), types: [loop])
        let comparison: ContractComparison = ContractComparison(consumer: consumer, provider: provider)
        #expect(comparison.incompatibilities.count == count)
        #expect(comparison.incompatibilities.last?.path.hasPrefix("….next") == true)
        #expect(!comparison.isCutShort)
    }

    /// Each of a peer's types stands against each of ours: what its contract is long, the comparison must not be squared.
    @Test func aContractMadeToBeComparedForLongIsGivenUp() {
        func contract(_ types: Int, _ fields: Int) -> ContractDescriptor {
            let all: [TypeDescriptor] = (0..<types).map { index in
                TypeDescriptor(
                    name: "T\(index)",
                    fields: (0..<fields).map { Oracle.field(UInt32($0 + 1), "T\((index * fields + $0) % types)?") })
            }
            return ContractDescriptor(name: "Oracle", fingerprint: "", boards: Oracle.board("T0", "Void"), types: all)
        }
        let comparison: ContractComparison = ContractComparison(consumer: contract(997, 10), provider: contract(101, 10))
        #expect(comparison.isCutShort)
    }
}
