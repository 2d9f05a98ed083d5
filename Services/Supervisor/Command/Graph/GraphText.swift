import ColonnadeSystemIO

/// A graph in the languages that other tools draw, and for a terminal.
enum GraphText {
    /// Callers above those they call, each with whom it may call: beside it, or below it where a line would be too long.
    /// - Parameter width: the terminal's columns; nil for as many as it takes.
    static func terminal(_ graph: SuiteGraph, width: Int?) -> [String] {
        let longest: Int = graph.nodes.map(\.name.count).max() ?? 0
        return graph.layers.flatMap { $0 }.flatMap { node in
            let shown: String = node.state.map { Terminal.coloured(node.name, StatusTable.colour($0)) } ?? node.name.printable
            guard !node.providers.isEmpty else { return [shown] }
            let providers: String = node.providers.joined(separator: ", ").printable
            if let width, longest + 4 + providers.count > width { return [shown] + node.providers.map { "  → \($0.printable)" } }
            return ["\(shown)\(String(repeating: " ", count: longest - node.name.count))  → \(providers)"]
        }
    }

    /// https://graphviz.org/doc/info/lang.html
    static func dot(_ graph: SuiteGraph) -> [String] {
        let nodes: [String] = graph.nodes.map { node in
            "  \(quoted(node.name)) [color=\(node.state == .failed ? "red" : node.state == .ready ? "darkgreen" : "gray")];"
        }
        let edges: [String] = graph.nodes.flatMap { node in node.providers.map { "  \(quoted(node.name)) -> \(quoted($0));" } }
        return ["digraph suite {", "  node [shape=box, style=rounded, fontname=\"sans-serif\"];"] + nodes + edges + ["}"]
    }

    /// https://mermaid.js.org/syntax/flowchart.html; a number stands for a name, since some names are words of the language.
    static func mermaid(_ graph: SuiteGraph) -> [String] {
        let names: [String] = graph.nodes.map(\.name)
        let nodes: [String] = names.enumerated().map { "  v\($0)[\(quoted($1))]" }
        let edges: [String] = graph.nodes.enumerated().flatMap { index, node in
            node.providers.compactMap { names.firstIndex(of: $0) }.map { "  v\(index) --> v\($0)" }
        }
        return ["flowchart TD"] + nodes + edges
    }

    private static func quoted(_ name: String) -> String {
        "\"\(name.filter { $0 != "\"" && $0 != "\\" })\""
    }
}
