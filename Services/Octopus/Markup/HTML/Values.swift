import Mustache

/// What a template is filled with. Texts are HTML before they get here, so that no template can forget to escape one.
struct Values: MustacheParent, ExpressibleByDictionaryLiteral {
    /// The value of one name.
    enum Value {
        /// As it is. A section of it is left out where it is empty.
        case markup(HTML)
        /// Whether a section is there.
        case flag(Bool)
        /// A section for each.
        case list([Values])
    }

    private var values: [String: Value]

    init(dictionaryLiteral elements: (String, Value)...) {
        values = Dictionary(elements) { _, last in last }
    }

    /// The other's values as well, which count where both have one.
    func with(_ other: Values) -> Values {
        var all: Values = self
        all.values.merge(other.values) { _, last in last }
        return all
    }

    /// A name without a value is empty; what holds the values around these is not asked.
    func child(named name: String) -> Any? {
        switch values[name] {
        case .markup(let html): html
        case .flag(let flag): flag
        case .list(let list): list
        case nil: HTML.empty
        }
    }
}

extension Values.Value {
    /// Text for people.
    static func text(_ text: String) -> Values.Value { .markup(HTML(escaping: text)) }

    /// What a browser sends back as it is; left out where it is nil.
    static func value(_ text: String?) -> Values.Value { .markup(text.map { HTML(value: $0) } ?? .empty) }

    /// HTML that may be missing.
    static func html(_ html: HTML?) -> Values.Value { .markup(html ?? .empty) }
}
