@testable import ColonnadeContract

/// One example a rule: the contract before, after, and after the same wish was met in another way.
enum RuleExamples {
    typealias Example = RuleTests.Example

    static let all: [Example] = boards + bodies + inputs + outputs + fields + enums

    private static let second: BoardDescriptor = BoardDescriptor(name: "tell", number: 2, input: "Void", output: "Void")

    private static func renamed(_ formerNames: [String]?) -> [BoardDescriptor] {
        [BoardDescriptor(name: "consult", number: 1, input: "Question", output: "Answer", formerNames: formerNames)]
    }

    private static let boards: [Example] = [
        Example(.boardRemoved, from: { $0.boards.append(second) }, to: { _ in }, instead: { $0.boards.append(second) }),
        Example(.boardAdded, to: { $0.boards.append(second) }, instead: { $0.boards = renamed(["ask"]) }),
        Example(.boardRenamed, to: { $0.boards = renamed(["ask"]) }, instead: { $0.boards = renamed(nil) }),
        Example(
            .boardShapeChanged, to: { $0.boards = Oracle.board(many: true) },
            instead: { $0.boards.append(BoardDescriptor(name: "askAll", number: 2, input: "Question", output: "Answer", many: true)) }),
        Example(
            .commandsRemoved, from: { $0.boards = Oracle.board(many: true, command: "Int") }, to: { $0.boards = Oracle.board(many: true) },
            instead: { $0.boards = Oracle.board(many: true, command: "Int64") }),
        Example(
            .commandsAdded, from: { $0.boards = Oracle.board(many: true) },
            to: { $0.boards = Oracle.board(many: true, command: "Int") }, instead: { $0.boards = Oracle.board(many: true) }),
        Example(
            .idempotentRemoved, from: { $0.boards = Oracle.board(idempotent: true) }, to: { _ in },
            instead: { $0.boards = Oracle.board(idempotent: true) }),
        Example(.idempotentAdded, to: { $0.boards = Oracle.board(idempotent: true) }, instead: { _ in }),
    ]

    /// Whole Inputs, Outputs and Commands.
    private static let bodies: [Example] = [
        Example(.inputChanged, to: { $0.boards = Oracle.board("Question?") }, instead: { $0.boards = Oracle.board("Void") }),
        Example(
            .outputChanged, from: { $0.boards = Oracle.board("Question", "[Int]") },
            to: { $0.boards = Oracle.board("Question", "[Int]?") }, instead: { $0.boards = Oracle.board("Question", "[Int64]") }),
        Example(
            .commandChanged, from: { $0.boards = Oracle.board(many: true, command: "Either") },
            to: { $0.boards = Oracle.board(many: true, command: "String") },
            instead: { $0.boards = Oracle.board(many: true, command: "Either") }),
    ]

    private static let inputs: [Example] = [
        Example(
            .inputFieldAdded, to: { $0.question.append(Oracle.field(2, "Int")) },
            instead: { $0.question.append(Oracle.field(2, "Int?")) }),
        Example(
            .inputFieldRemoved, from: { $0.question.append(Oracle.field(2, "Int")) }, to: { _ in },
            instead: { $0.question.append(Oracle.field(2, "Int?")) }),
        Example(
            .inputFieldRequired, from: { $0.question = [Oracle.field(1, "Int?")] }, to: { $0.question = [Oracle.field(1, "Int")] },
            instead: { $0.question = [Oracle.field(1, "Int64?")] }),
        Example(
            .inputFieldOptional, to: { $0.question = [Oracle.field(1, "String?")] },
            instead: { $0.question.append(Oracle.field(2, "Int?")) }),
        Example(
            .inputTypeNarrowed, from: { $0.question = [Oracle.field(1, "Int")] }, to: { $0.question = [Oracle.field(1, "Int32")] },
            instead: { $0.question = [Oracle.field(1, "Int64")] }),
        Example(
            .inputTypeWidened, to: { $0.question = [Oracle.field(1, "[String]")] },
            instead: { $0.question.append(Oracle.field(2, "[String]")) }),
    ]

    private static let outputs: [Example] = [
        Example(.outputFieldRemoved, to: { $0.answer = [] }, instead: { _ in }),
        Example(
            .outputFieldAdded, to: { $0.answer.append(Oracle.field(2, "Int")) }, instead: { $0.answer.append(Oracle.field(2, "[Int]")) }),
        Example(
            .outputFieldOptional, to: { $0.answer = [Oracle.field(1, "Kind?")] },
            instead: { $0.answer.append(Oracle.field(2, "Kind?")) }),
        Example(
            .outputFieldRequired, from: { $0.answer = [Oracle.field(1, "Int?")] }, to: { $0.answer = [Oracle.field(1, "Int")] },
            instead: { $0.answer = [Oracle.field(1, "Int64?")] }),
        Example(
            .outputTypeWidened, from: { $0.answer = [Oracle.field(1, "UInt8")] }, to: { $0.answer = [Oracle.field(1, "UInt16")] },
            instead: { $0.answer = [Oracle.field(1, "UInt8"), Oracle.field(2, "UInt16?")] }),
        Example(
            .outputTypeNarrowed, from: { $0.answer = [Oracle.field(1, "[Int]")] }, to: { $0.answer = [Oracle.field(1, "[Int8]")] },
            instead: { $0.answer = [Oracle.field(1, "[Int64]")] }),
    ]

    private static let fields: [Example] = [
        Example(
            .fieldTypeChanged, to: { $0.question = [Oracle.field(1, "[UInt8]")] },
            instead: { $0.question.append(Oracle.field(2, "[UInt8]?")) }),
        Example(
            .fieldRenamed, to: { $0.question = [FieldDescriptor(name: "other", number: 1, type: "String")] },
            instead: { $0.question = [Oracle.field(2, "String")] }),
        Example(.optionalFieldAdded, to: { $0.question.append(Oracle.field(2, "[String: Int]")) }, instead: { $0.question = [] }),
        Example(
            .optionalFieldRemoved, from: { $0.answer.append(Oracle.field(2, "[Int]?")) }, to: { _ in }, instead: { $0.answer = [] }),
    ]

    private static let enums: [Example] = [
        Example(
            .inputCaseRemoved, from: { $0.question = [Oracle.field(1, "Either")] },
            to: { oracle in
                oracle.question = [Oracle.field(1, "Sole")]
                oracle.sole = [Oracle.item("left", 1, ["Int"])]
            }, instead: { $0.question = [Oracle.field(1, "Either")] }),
        Example(
            .inputCaseAdded, from: { $0.boards = Oracle.board("Kind", "Void") },
            to: { oracle in
                oracle.boards = Oracle.board("Kind", "Void")
                oracle.kinds = Oracle.cases("yes", "no", "maybe")
                // A provider takes no unknown case, open or not.
                oracle.isOpen = true
            }, instead: { $0.boards = Oracle.board("Kind", "Void") }),
        Example(
            .outputCaseAdded, to: { $0.kinds = Oracle.cases("yes", "no", "maybe") },
            instead: { $0.answer.append(Oracle.field(2, "Either?")) }),
        Example(.outputCaseRemoved, to: { $0.kinds = Oracle.cases("yes") }, instead: { _ in }),
        Example(
            .openCaseAdded, from: { $0.isOpen = true },
            to: { oracle in
                oracle.isOpen = true
                oracle.kinds = Oracle.cases("yes", "no", "maybe")
            },
            instead: { oracle in
                oracle.isOpen = true
                oracle.kinds = [Oracle.item("yes", 1, ["Int"]), Oracle.item("no", 2, [])]
            }),
        Example(
            .enumFormChanged, to: { $0.kinds[0] = Oracle.item("yes", 1, ["String?"]) },
            instead: { $0.doubts[0] = Oracle.item("busy", 1, ["String?"]) }),
        Example(.refusalAdded, from: { $0.refusal = nil }, to: { _ in }, instead: { $0.boards = Oracle.board("Question", "Void") }),
        Example(.refusalRemoved, to: { $0.refusal = nil }, instead: { $0.doubts = [Oracle.item("busy", 1, ["Int"])] }),
    ]
}
