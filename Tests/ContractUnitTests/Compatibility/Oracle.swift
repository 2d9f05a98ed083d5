@testable import ColonnadeContract

/// A small contract that examples change in one place.
struct Oracle {
    var boards: [BoardDescriptor] = [BoardDescriptor(name: "ask", number: 1, input: "Question", output: "Answer")]
    var question: [FieldDescriptor] = [Oracle.field(1, "String")]
    var answer: [FieldDescriptor] = [Oracle.field(1, "Kind")]
    var kinds: [CaseDescriptor] = Oracle.cases("yes", "no")
    var isOpen: Bool = false
    var doubts: [CaseDescriptor] = Oracle.cases("busy")
    var sole: [CaseDescriptor] = Oracle.cases("left")
    var refusal: String? = "Doubt"
    var reserved: [UInt32] = []

    var contract: ContractDescriptor {
        ContractDescriptor(
            name: "Oracle", fingerprint: "", refusal: refusal, boards: boards,
            types: [
                TypeDescriptor(name: "Question", fields: question, reserved: reserved), TypeDescriptor(name: "Answer", fields: answer),
                TypeDescriptor(name: "Kind", cases: kinds, open: isOpen), TypeDescriptor(name: "Doubt", cases: doubts),
                TypeDescriptor(name: "Sole", cases: sole),
                TypeDescriptor(name: "Pair", fields: [Oracle.field(1, "Int"), Oracle.field(2, "Int?")]),
                TypeDescriptor(name: "Either", cases: [Oracle.item("left", 1, ["Int"]), Oracle.item("right", 2, [])]),
            ], reserved: [])
    }

    static func field(_ number: UInt32, _ type: String) -> FieldDescriptor {
        FieldDescriptor(name: "field\(number)", number: number, type: type)
    }

    static func cases(_ names: String...) -> [CaseDescriptor] {
        names.enumerated().map { CaseDescriptor(name: $0.element, number: UInt32($0.offset + 1)) }
    }

    static func item(_ name: String, _ number: UInt32, _ values: [String]) -> CaseDescriptor {
        CaseDescriptor(
            name: name, number: number,
            values: values.enumerated().map { FieldDescriptor(name: "_\($0.offset)", number: UInt32($0.offset + 1), type: $0.element) })
    }

    static func board(
        _ input: String = "Question", _ output: String = "Answer", many: Bool = false, command: String? = nil, idempotent: Bool = false
    ) -> [BoardDescriptor] {
        [BoardDescriptor(name: "ask", number: 1, input: input, output: output, many: many, command: command, idempotent: idempotent)]
    }

    /// The contract with one thing changed.
    static func with(_ change: (inout Oracle) -> Void) -> ContractDescriptor {
        var oracle: Oracle = Oracle()
        change(&oracle)
        return oracle.contract
    }
}
