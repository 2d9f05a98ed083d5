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
            for case .person(let id, let session) in text.arguments { people.insert(ScreenPerson(id: id, session: session)) }
            return text
        }
        return people
    }

    /// The screen with the names of people where their ids stand; an id without a name stays.
    public func naming(_ names: [String: String]) -> Screen {
        mappingTexts { text in
            let arguments: [ScreenArgument] = text.arguments.map { argument in
                guard case .person(let id, _) = argument, let name: String = names[id] else { return argument }
                return .text(name)
            }
            return ScreenText(text.text, arguments: arguments, key: text.key)
        }
    }
}
