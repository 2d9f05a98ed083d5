import Testing

@testable import ColonnadeContract

/// Each rule that a comparison can name has an example that falls under it and one that is close to it and does not.
@Suite struct RuleTests {
    /// A change of the contract, from and to, and what a consumer of before and a provider of after say of it, or those
    /// of after and before.
    struct Example: CustomTestStringConvertible, Sendable {
        let rule: CompatibilityRule
        let from: ContractDescriptor
        let to: ContractDescriptor
        /// The same change done so that the rule does not apply.
        let instead: ContractDescriptor

        init(
            _ rule: CompatibilityRule, from: (inout Oracle) -> Void = { _ in }, to: (inout Oracle) -> Void, instead: (inout Oracle) -> Void
        ) {
            self.rule = rule
            self.from = Oracle.with(from)
            self.to = Oracle.with(to)
            self.instead = Oracle.with(instead)
        }

        var testDescription: String { rule.rawValue }
    }

    /// The rules that an old consumer finds with a new provider, and those that a new consumer finds with an old provider.
    private static func rules(_ old: ContractDescriptor, _ new: ContractDescriptor) -> (old: Set<String>, new: Set<String>) {
        let first: ContractComparison = ContractComparison(consumer: old, provider: new, age: .newerProvider)
        let second: ContractComparison = ContractComparison(consumer: new, provider: old, age: .newerConsumer)
        return (Set(first.incompatibilities.map(\.rule.rawValue)), Set(second.incompatibilities.map(\.rule.rawValue)))
    }

    @Test(arguments: RuleExamples.all) func anExampleFallsUnderItsRuleAndTheOtherWayDoesNot(_ example: Example) {
        let found: (old: Set<String>, new: Set<String>) = Self.rules(example.from, example.to)
        let id: String = example.rule.rawValue
        switch example.rule.breaks {
        case .oldConsumer:
            #expect(found.old == [id])
            #expect(!found.new.contains(id))
        case .newConsumer:
            #expect(found.new == [id])
            #expect(!found.old.contains(id))
        case .both:
            #expect(found.old == [id])
            #expect(found.new == [id])
        case .nobody:
            #expect(found.old.isEmpty && found.new.isEmpty)
        }
        let other: (old: Set<String>, new: Set<String>) = Self.rules(example.from, example.instead)
        #expect(!other.old.contains(id) && !other.new.contains(id))
        if example.rule.breaks == .nobody { #expect(!other.old.isEmpty || !other.new.isEmpty, "the other way breaks somebody") }
    }

    @Test func everyRuleOfAComparisonHasAnExample() {
        let ofSourcesAlone: Set<CompatibilityRule> = [
            .numberReused, .renamedWithoutComment, .interfaceRemoved, .unknownCaseRemoved, .unknownCaseAdded, .openCaseRemoved,
        ]
        #expect(Set(RuleExamples.all.map(\.rule)).union(ofSourcesAlone) == Set(CompatibilityRule.allCases))
    }

    @Test(arguments: CompatibilityRule.allCases) func everyRuleSaysWhatItIs(_ rule: CompatibilityRule) {
        #expect(rule.rawValue.allSatisfy { $0.isLowercase && $0.isLetter || $0 == "-" })
        #expect(rule.sentence.last == "." && rule.sentence.count > 20)
        #expect(rule.advice.isEmpty == (rule.verdict == .additive), "what breaks somebody says what to do")
        #expect((rule.verdict == .additive) == (rule.breaks == .nobody))
        #expect(rule.advice.last != ".")
    }

    @Test func whatBreaksAnOldConsumerFailsACheck() {
        for rule: CompatibilityRule in CompatibilityRule.allCases where [.oldConsumer, .both].contains(rule.breaks) {
            #expect(rule.verdict == .breaking, "\(rule.rawValue)")
        }
    }
}
