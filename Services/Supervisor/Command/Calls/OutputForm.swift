import ColonnadeContract
import ColonnadeEventLoop

/// How outputs are printed.
enum OutputForm: Sendable {
    /// JSON on a line each, for scripts.
    case lines
    /// For people: tables and indented fields.
    case people
    /// What stands at a place in each output, a line each: texts as they are, everything else as JSON.
    case field(ValuePath)

    /// Lines of text; nil where nothing stands at the place that was asked for.
    func texts(of json: JSONValue) -> [String]? {
        switch self {
        case .lines: return [json.text]
        case .people: return ValueText.lines(json)
        case .field(let path):
            let values: [JSONValue] = path.values(in: json)
            return values.isEmpty && !path.steps.contains(.all) ? nil : Self.texts(values)
        }
    }

    static func texts(_ values: [JSONValue]) -> [String] {
        values.map { json in
            guard case .string(let text) = json else { return json.text }
            return StandardOutput.isTerminal ? text.printable : text
        }
    }
}
