public import ColonnadeSystemIO

/// A person whom a screen shows by the id of their records.
public struct ScreenPerson: Hashable, Sendable {
    /// The id of the person's records.
    public let id: String
    /// A minor's session by which who looks may know the name; nil where their own does.
    public let session: String?

    /// A person as a screen shows them.
    public init(id: String, session: String? = nil) {
        self.id = id
        self.session = session
    }
}

extension Screen {
    /// The people whom the screen shows, each once, in no order.
    public var people: Set<ScreenPerson> {
        var people: Set<ScreenPerson> = []
        _ = mappingTexts { text in
            people.formUnion(text.people)
            return text
        }
        return people
    }

    /// The screen with the names of people where their ids stand; an id without a name stays.
    public func naming(_ names: [String: String]) -> Screen { mappingTexts { $0.naming(names) } }
}

extension Alert {
    /// The people whom the alert tells about, each once, in no order.
    public var people: Set<ScreenPerson> {
        ([title, message].compactMap(\.self) + choices.map(\.title)).reduce(into: []) { $0.formUnion($1.people) }
    }

    /// The alert with the names of people where their ids stand; an id without a name stays.
    public func naming(_ names: [String: String]) -> Alert {
        Alert(
            id: id, title: title?.naming(names), message: message.naming(names),
            choices: choices.map { AlertChoice(id: $0.id, title: $0.title.naming(names), style: $0.style) })
    }
}

extension ScreenText {
    fileprivate var people: [ScreenPerson] {
        arguments.compactMap { if case .person(let id, let session) = $0 { ScreenPerson(id: id, session: session) } else { nil } }
    }

    fileprivate func naming(_ names: [String: String]) -> ScreenText {
        let arguments: [ScreenArgument] = arguments.map { argument in
            guard case .person(let id, _) = argument, let name: String = names[id] else { return argument }
            return .text(name)
        }
        return ScreenText(text, arguments: arguments, key: key)
    }
}
