import ColonnadeContract

/// One change of an interface since a baseline.
public struct ContractChange: Hashable, Sendable, Encodable {
    /// The interface's name: `Maps`.
    public let interface: String
    /// The InOut file.
    public let file: String
    public let line: Int
    public let column: Int
    /// `breaking`, `provider first` or `additive`.
    public let verdict: String
    /// The rule's id; nil for what no rule speaks of.
    public let rule: String?
    /// What changed, and who can not talk any more.
    public let message: String
    /// What to do instead, or in which order; empty where nothing needs to be done.
    public let advice: String

    init(
        _ interface: String, _ place: DeclarationIndex.Place, _ rule: CompatibilityRule?, _ message: String, advice: String? = nil
    ) {
        self.interface = interface
        file = place.file
        line = place.position.line
        column = place.position.column
        verdict = (rule?.verdict ?? .additive).rawValue
        self.rule = rule?.rawValue
        self.message = message
        self.advice = advice ?? rule?.advice ?? ""
    }

    public var isBreaking: Bool { verdict == CompatibilityRule.Verdict.breaking.rawValue }
    public var needsProviderFirst: Bool { verdict == CompatibilityRule.Verdict.providerFirst.rawValue }

    /// As an error that editors and CI systems link to.
    public var diagnostic: Diagnostic {
        Diagnostic(
            file: file, position: SourcePosition(line: line, column: column),
            message: advice.isEmpty ? message : "\(message); \(advice)", rule: rule)
    }
}
