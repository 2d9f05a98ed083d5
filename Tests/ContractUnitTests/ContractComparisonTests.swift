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
        #expect(Self.problems(Self.contract(), Self.contract(boards: [])) == ["Oracle.ask: the provider has no such board."])
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
            Self.problems(Self.contract(), grown) == ["Oracle.ask: Output Answer.kind Kind: the consumer does not know the case maybe."])
        #expect(Self.problems(Self.contract(open: true), grown) == [])
        #expect(Self.problems(grown, Self.contract()) == [])
    }

    @Test(arguments: [
        ("Int16", "Int32", true), ("Int64", "Int32", false), ("UInt8", "UInt", true), ("Int", "UInt", false), ("String", "[UInt8]", false),
        ("[Int]", "[Int]", true), ("[Int]", "Int", false), ("[String: Int8]", "[String: Int]", true), ("Bool", "Int", false),
    ])
    func numbersMayGetWiderWhereTheyAreRead(_ written: String, _ read: String, _ fits: Bool) {
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
}
