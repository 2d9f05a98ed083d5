/// One reason why a consumer and a provider with different contracts can not talk.
package struct Incompatibility: Hashable, Sendable {
    /// One of the two ends.
    package enum Role: Sendable {
        case consumer
        case provider

        var other: Role { self == .consumer ? .provider : .consumer }
    }

    /// What is written in a contract: a type, or one of its members, a value of a case as `moved.from`.
    package struct Site: Hashable, Sendable {
        package let type: String
        package let member: String?

        var text: String { member.map { "\(type).\($0)" } ?? type }
    }

    /// What the two contracts disagree on.
    enum Fact: Hashable, Sendable {
        case boardMissing
        case outputs(many: Role)
        case noCommands
        case notIdempotent
        case needed(by: Role)
        case maybeLeftOut(by: Role)
        case types(writer: Role, written: String, read: String)
        case unknownCase(writer: Role, name: String)
        case enumForm(writer: Role, hasValues: Bool)
    }

    package let rule: CompatibilityRule
    /// The interface's name: `Maps`.
    package let interface: String
    /// The first of the consumer's boards that reaches it; nil for the refusal.
    package let board: String?
    /// The way from the board to the place: `Input.area.radius`, `Output[].kind`; empty for the board itself.
    package let path: String
    /// The place in the consumer's contract; without a member where it has none there.
    package let consumerSite: Site?
    /// The place in the provider's contract; without a member where it has none there.
    package let providerSite: Site?
    let fact: Fact

    /// One sentence for a person, which names the board, the field and the rule.
    /// - Parameters:
    ///   - consumer: what to call the consumer: `appointments`, `an old consumer`.
    ///   - provider: what to call the provider.
    package func sentence(consumer: String = "the consumer", provider: String = "the provider") -> String {
        "\(statement(consumer: consumer, provider: provider)) [\(rule.rawValue)]"
    }

    /// The sentence without the rule.
    package func statement(consumer: String = "the consumer", provider: String = "the provider") -> String {
        let subject: String = board.map { "\(interface).\($0)" } ?? interface
        return "\(subject): " + clause { $0 == .consumer ? consumer : provider }
    }

    private func clause(_ name: (Role) -> String) -> String {
        switch fact {
        case .boardMissing: "\(name(.provider)) has no such board, and \(name(.consumer)) calls it"
        case .outputs(.provider): "\(name(.provider)) gives many outputs, and \(name(.consumer)) expects one"
        case .outputs(.consumer): "\(name(.provider)) gives one output, and \(name(.consumer)) expects many"
        case .noCommands: "\(name(.provider)) takes no commands, and \(name(.consumer)) sends some"
        case .notIdempotent:
            "\(name(.consumer)) sends an Input again where the outcome is unknown, and to \(name(.provider)) it is not Idempotent"
        case .needed(let reader): "\(name(reader)) needs \(place), and \(name(reader.other)) does not send it"
        case .maybeLeftOut(let writer): "\(name(writer)) may leave out \(place), and \(name(writer.other)) needs it"
        case .types(let writer, let written, let read):
            "\(name(writer)) writes \(place) as \(written), and \(name(writer.other)) reads \(read)"
        case .unknownCase(let writer, let item):
            "\(name(writer)) may send the case \(item) in \(place), and \(name(writer.other)) does not know it"
        case .enumForm(let writer, true):
            "\(name(writer)) writes the enum in \(place) with associated values, and \(name(writer.other)) reads a number"
        case .enumForm(let writer, false):
            "\(name(writer)) writes the enum in \(place) as a number, and \(name(writer.other)) reads associated values"
        }
    }

    /// The path, and where that is declared.
    private var place: String {
        let sites: [Site] = [providerSite, consumerSite].compactMap { $0 }
        guard let site: Site = sites.first(where: { $0.member != nil }) ?? sites.first else { return path }
        return "\(path) (\(site.text))"
    }
}
