import ColonnadeContract
import ColonnadeEventLoop

/// How outputs are printed.
enum OutputForm: Sendable {
    /// JSON on a line each, for scripts.
    case lines
    /// For people: tables and indented fields.
    case people
    /// What stands at a place in each output, a line each: texts as they are, everything else as JSON.
    case field(String)

    /// Lines of text; nil where nothing stands at the place that was asked for.
    func texts(of json: JSONValue) -> [String]? {
        switch self {
        case .lines: return [json.text]
        case .people: return ValueText.lines(json)
        case .field(let text):
            guard let path: ValuePath = ValuePath(text) else { return nil }
            let values: [JSONValue] = path.values(in: json)
            return values.isEmpty && !path.steps.contains(.all) ? nil : values.map(Self.plain)
        }
    }

    private static func plain(_ json: JSONValue) -> String {
        guard case .string(let text) = json else { return json.text }
        return StandardOutput.isTerminal ? text.printable : text
    }
}
