/// The rules of compatibility, all of them: used at build, when a consumer connects, and when a binary is rolled out.
///
/// A change is judged by who can not talk any more afterwards. What is taken away fails a check; what is added fails it
/// only where somebody who runs now would be cut off.
package enum CompatibilityRule: String, CaseIterable, Sendable {
    case boardRemoved = "board-removed"
    case boardAdded = "board-added"
    case boardRenamed = "board-renamed"
    case boardShapeChanged = "board-shape-changed"
    case commandsRemoved = "commands-removed"
    case commandsAdded = "commands-added"
    case idempotentRemoved = "idempotent-removed"
    case idempotentAdded = "idempotent-added"
    case inputChanged = "input-changed"
    case outputChanged = "output-changed"
    case commandChanged = "command-changed"
    case inputFieldAdded = "input-field-added"
    case inputFieldRemoved = "input-field-removed"
    case inputFieldRequired = "input-field-required"
    case inputFieldOptional = "input-field-optional"
    case inputTypeNarrowed = "input-type-narrowed"
    case inputTypeWidened = "input-type-widened"
    case outputFieldRemoved = "output-field-removed"
    case outputFieldAdded = "output-field-added"
    case outputFieldOptional = "output-field-optional"
    case outputFieldRequired = "output-field-required"
    case outputTypeWidened = "output-type-widened"
    case outputTypeNarrowed = "output-type-narrowed"
    case fieldTypeChanged = "field-type-changed"
    case fieldRenamed = "field-renamed"
    case optionalFieldAdded = "optional-field-added"
    case optionalFieldRemoved = "optional-field-removed"
    case inputCaseRemoved = "input-case-removed"
    case inputCaseAdded = "input-case-added"
    case outputCaseAdded = "output-case-added"
    case outputCaseRemoved = "output-case-removed"
    case openCaseAdded = "open-case-added"
    case openCaseRemoved = "open-case-removed"
    case unknownCaseRemoved = "unknown-case-removed"
    case unknownCaseAdded = "unknown-case-added"
    case enumFormChanged = "enum-form-changed"
    case refusalAdded = "refusal-added"
    case refusalRemoved = "refusal-removed"
    case numberReused = "number-reused"
    case renamedWithoutComment = "renamed-without-comment"
    case interfaceRemoved = "interface-removed"

    /// Who can not talk any more.
    package enum Breakage: String, Sendable {
        case oldConsumer = "old consumer with new provider"
        case newConsumer = "new consumer with old provider"
        case both
        case nobody
    }

    /// What becomes of a change that falls under the rule.
    package enum Verdict: String, Sendable {
        /// `svc-interface check` fails.
        case breaking
        /// Fine as long as the provider is rolled out before the consumers that are built for it.
        case providerFirst = "provider first"
        case additive
    }

    /// One line of the table.
    struct Row {
        let breaks: Breakage
        let verdict: Verdict
        let sentence: String
        let advice: String

        init(_ breaks: Breakage, _ verdict: Verdict, _ sentence: String, _ advice: String = "") {
            self.breaks = breaks
            self.verdict = verdict
            self.sentence = sentence
            self.advice = advice
        }
    }

    package var breaks: Breakage { row.breaks }

    package var verdict: Verdict { row.verdict }

    /// What changed, and what comes of it.
    package var sentence: String { row.sentence }

    /// What to do instead; empty where nothing needs to be done.
    package var advice: String { row.advice }
}
