/// Text in the OpenMetrics format, 1.0 (https://openmetrics.io): families, one after the other, and an end.
struct OpenMetricsText {
    enum Kind: String {
        case counter, gauge, histogram, info, stateset
    }

    /// A family is written as a whole: its samples may not stand anywhere else.
    struct Family {
        let name: String
        fileprivate let kind: Kind
        fileprivate let head: String
        fileprivate var samples: String = ""

        /// - Parameters:
        ///   - unit: the end of the name, where the family has one.
        ///   - help: one sentence.
        init(_ name: String, _ kind: Kind, unit: String? = nil, help: String) {
            self.name = name
            self.kind = kind
            let unitLine: String = unit.map { "# UNIT \(name) \($0)\n" } ?? ""
            head = "# TYPE \(name) \(kind.rawValue)\n\(unitLine)# HELP \(name) \(OpenMetricsText.escaped(help))\n"
        }

        /// - Parameter suffix: what the kind adds to the name: `_total`, `_bucket`.
        mutating func add(_ value: String, suffix: String = "", _ labels: [(name: String, value: String)]) {
            let listed: String = labels.map { "\($0.name)=\"\(OpenMetricsText.escaped($0.value))\"" }.joined(separator: ",")
            samples += "\(name)\(suffix)\(listed.isEmpty ? "" : "{\(listed)}") \(value)\n"
        }
    }

    private(set) var text: String = ""

    /// Appends a family; one without samples says nothing.
    mutating func add(_ family: Family) {
        if !family.samples.isEmpty { text += family.head + family.samples }
    }

    /// The text with its end: whoever reads it without has not got all of it.
    var finished: String { text + "# EOF\n" }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n", "\r\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
    }
}
