/// Which way a value goes, and as what.
enum Flow: String, Hashable {
    case input = "Input"
    case command = "Command"
    case output = "Output"
    case refusal = "Refusal"

    var writer: Incompatibility.Role { self == .input || self == .command ? .consumer : .provider }
    var reader: Incompatibility.Role { writer.other }

    /// Whether the reader takes a case that it does not know, of an enum that is open or is not. A provider never does;
    /// a refusal arrives as `refusedUnknown` whatever the case stands in.
    func takesUnknownCases(open: Bool) -> Bool {
        switch self {
        case .input, .command: false
        case .output: open
        case .refusal: true
        }
    }
}

/// Names the rule for what was found.
struct RuleChoice {
    let age: ContractAge

    private func rule(
        _ flow: Flow, toProvider: (new: CompatibilityRule, old: CompatibilityRule),
        toConsumer: (new: CompatibilityRule, old: CompatibilityRule)
    ) -> CompatibilityRule {
        let pair: (new: CompatibilityRule, old: CompatibilityRule) = flow.writer == .consumer ? toProvider : toConsumer
        return age == .newerProvider ? pair.new : pair.old
    }

    func of(_ fact: Incompatibility.Fact) -> CompatibilityRule? {
        let isNewer: Bool = age == .newerProvider
        return switch fact {
        case .boardMissing: isNewer ? .boardRemoved : .boardAdded
        case .outputs: .boardShapeChanged
        case .noCommands: isNewer ? .commandsRemoved : .commandsAdded
        case .notIdempotent: isNewer ? .idempotentRemoved : .idempotentAdded
        case .enumForm: .enumFormChanged
        default: nil
        }
    }

    func missing(_ flow: Flow) -> CompatibilityRule {
        rule(flow, toProvider: (.inputFieldAdded, .inputFieldRemoved), toConsumer: (.outputFieldRemoved, .outputFieldAdded))
    }

    func unknownCase(_ flow: Flow) -> CompatibilityRule {
        rule(flow, toProvider: (.inputCaseRemoved, .inputCaseAdded), toConsumer: (.outputCaseAdded, .outputCaseRemoved))
    }

    /// - Parameter whole: whether it is a whole Input, Output or Command.
    func misfit(_ misfit: Misfit, _ flow: Flow, whole: Bool) -> CompatibilityRule {
        switch misfit {
        case .maybeLeftOut:
            rule(flow, toProvider: (.inputFieldRequired, .inputFieldOptional), toConsumer: (.outputFieldOptional, .outputFieldRequired))
        case .narrower:
            rule(flow, toProvider: (.inputTypeNarrowed, .inputTypeWidened), toConsumer: (.outputTypeWidened, .outputTypeNarrowed))
        case .other where whole:
            switch flow {
            case .input: .inputChanged
            case .command: .commandChanged
            case .output, .refusal: .outputChanged
            }
        case .other: .fieldTypeChanged
        }
    }
}
