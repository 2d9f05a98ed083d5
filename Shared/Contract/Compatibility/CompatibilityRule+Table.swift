extension CompatibilityRule {
    private static let providerFirst: String = "roll the provider out before the consumers that are built for it"

    var row: Row { boardRow ?? inputRow ?? outputRow ?? fieldRow ?? caseRow }

    private var boardRow: Row? {
        switch self {
        case .boardRemoved:
            Row(.oldConsumer, .breaking, "A board is gone: consumers that call it find none.", "keep it until no consumer calls it")
        case .boardAdded:
            Row(.newConsumer, .providerFirst, "A board is new: it is there once the provider is rolled out.", Self.providerFirst)
        case .boardRenamed:
            Row(.nobody, .additive, "A board has another name and says `// was: oldName`: both names mean the same number.")
        case .boardShapeChanged:
            Row(
                .both, .breaking, "One output became many, or many one: the two ends disagree on when a call ends.",
                "add a second board with another name")
        case .commandsRemoved:
            Row(.oldConsumer, .breaking, "A board takes commands no more: old consumers send them.", "add a second board without")
        case .commandsAdded:
            Row(.newConsumer, .providerFirst, "A board takes commands now: an old provider does not.", Self.providerFirst)
        case .idempotentRemoved:
            Row(
                .oldConsumer, .breaking, "An Input is no longer Idempotent: old consumers repeat a call whose outcome they do not know.",
                "keep the mark, or add a second board")
        case .idempotentAdded:
            Row(
                .newConsumer, .providerFirst, "An Input is Idempotent now: an old provider does not promise that twice is once.",
                Self.providerFirst)
        case .interfaceRemoved:
            Row(.oldConsumer, .breaking, "The whole interface is gone: its consumers find no provider.", "keep it until nobody uses it")
        case .inputChanged: Row(.both, .breaking, "The Input is of another form: the provider can not read it.", Self.secondBoard)
        case .outputChanged: Row(.both, .breaking, "The Output is of another form: the consumer can not read it.", Self.secondBoard)
        case .commandChanged: Row(.both, .breaking, "The Command is of another form: the provider can not read it.", Self.secondBoard)
        default: nil
        }
    }

    private static let secondBoard: String = "add a second board with another name"

    private var inputRow: Row? {
        switch self {
        case .inputFieldAdded:
            Row(
                .oldConsumer, .breaking, "A required field is new in an Input or Command: old consumers do not send it.", "make it optional"
            )
        case .inputFieldRemoved:
            Row(
                .newConsumer, .breaking, "A required field is gone from an Input or Command: an old provider still needs it.",
                "make it optional first, and remove it when every provider has that")
        case .inputFieldRequired:
            Row(
                .oldConsumer, .breaking, "An optional field of an Input or Command became required: old consumers may leave it out.",
                "keep it optional")
        case .inputFieldOptional:
            Row(
                .newConsumer, .providerFirst, "A required field of an Input or Command became optional: an old provider needs it.",
                Self.providerFirst)
        case .inputTypeNarrowed:
            Row(
                .oldConsumer, .breaking, "A field of an Input or Command takes less: a narrower integer, or one where there were many.",
                "keep the type, or add an optional field with the new one")
        case .inputTypeWidened:
            Row(
                .newConsumer, .providerFirst,
                "A field of an Input or Command takes more: a wider integer of the same sign, or `[T]` where there was `T` or `T?`.",
                Self.providerFirst)
        default: nil
        }
    }

    private var outputRow: Row? {
        switch self {
        case .outputFieldRemoved:
            Row(
                .oldConsumer, .breaking, "A required field is gone from an Output or Refusal: old consumers need it.",
                "keep it, or add a second board with another name")
        case .outputFieldAdded:
            Row(
                .newConsumer, .providerFirst, "A required field is new in an Output or Refusal: an old provider does not send it.",
                "make it optional, or \(Self.providerFirst)")
        case .outputFieldOptional:
            Row(
                .oldConsumer, .breaking, "A required field of an Output or Refusal became optional: old consumers need it.",
                "keep it required, or add an optional field beside it")
        case .outputFieldRequired:
            Row(
                .newConsumer, .providerFirst,
                "An optional field of an Output or Refusal became required: an old provider may leave it out.",
                Self.providerFirst)
        case .outputTypeWidened:
            Row(
                .oldConsumer, .breaking,
                "A field of an Output or Refusal may hold more: a wider integer, or many where there was one.",
                "keep the type, and add an optional field with the new one")
        case .outputTypeNarrowed:
            Row(
                .newConsumer, .providerFirst, "A field of an Output or Refusal holds less: an old provider may send more.",
                Self.providerFirst)
        default: nil
        }
    }

    private var fieldRow: Row? {
        switch self {
        case .fieldTypeChanged:
            Row(
                .both, .breaking, "A field is of another type, in another form on the wire.",
                "keep the type, and add an optional field with the new one")
        case .fieldRenamed:
            Row(.nobody, .additive, "A field, a case or a type has another name and says `// was: oldName`: it keeps its number.")
        case .optionalFieldAdded:
            Row(
                .nobody, .additive,
                "A field `T?`, `[T]` or `[K: V]` is new: who does not know it skips it, who does not get it goes without.")
        case .optionalFieldRemoved:
            Row(.nobody, .additive, "A field `T?`, `[T]` or `[K: V]` is gone: its number is never given again.")
        case .numberReused:
            Row(
                .both, .breaking, "A number stands for something else now: old bytes would be taken for what they are not.",
                "take the lock from version control and generate again")
        case .renamedWithoutComment:
            Row(
                .both, .breaking, "One name is gone and another of the same type is new: without `// was:` these are two changes.",
                "if it is the same, write `// was: oldName` behind the new one and generate again")
        default: nil
        }
    }

    private var caseRow: Row {
        switch self {
        case .inputCaseRemoved:
            Row(.oldConsumer, .breaking, "A case is gone from an Input's or Command's enum: old consumers may send it.", "keep the case")
        case .inputCaseAdded:
            Row(
                .newConsumer, .providerFirst, "A case is new in an Input's or Command's enum: an old provider refuses it.",
                Self.providerFirst)
        case .outputCaseAdded:
            Row(
                .oldConsumer, .breaking, "A case is new in an Output's closed enum: old consumers can not read it.",
                "add a second board; next time let the enum have `case unknown(Unrecognized)` from the start")
        case .outputCaseRemoved:
            Row(
                .newConsumer, .breaking, "A case is gone from an Output's closed enum: an old provider may send it.",
                "keep the case, or give the enum `case unknown(Unrecognized)`")
        case .openCaseAdded:
            Row(
                .nobody, .additive,
                "A case is new in an Output's enum with `unknown(Unrecognized)`, or in a Refusal: it arrives as unknown.")
        case .openCaseRemoved:
            Row(.nobody, .additive, "A case is gone from such an enum: from an old provider it arrives as unknown.")
        case .unknownCaseRemoved:
            Row(
                .newConsumer, .breaking, "An Output's enum lost `unknown(Unrecognized)`: new consumers can not read what others add.",
                "keep `case unknown(Unrecognized)`")
        case .unknownCaseAdded:
            Row(.nobody, .additive, "An enum got `unknown(Unrecognized)`: from now on cases can be added to it in an Output.")
        case .enumFormChanged:
            Row(
                .both, .breaking,
                "An enum outside a Refusal got its first associated value, or lost its last: it is a message, and was a number.",
                "keep it as it is, and add an optional field with a new enum")
        case .refusalAdded:
            Row(.nobody, .additive, "The interface refuses now: old consumers get `refusedUnknown`.")
        case .refusalRemoved:
            Row(.nobody, .additive, "The interface refuses no more: an old provider's refusals arrive as `refusedUnknown`.")
        default: preconditionFailure("\(rawValue) has no line in the table")
        }
    }
}
