import ColonnadeSystemIO

/// A graph as an SVG, readable on light and on dark pages.
struct GraphPicture {
    /// All in pixels.
    private static let advance: Double = 8.6
    private static let height: Double = 40
    private static let gap: Double = 36
    private static let rise: Double = 80
    private static let margin: Double = 20

    private struct Box {
        let x: Double
        let y: Double
        let width: Double

        var centre: Double { x + width / 2 }
    }

    private let graph: SuiteGraph
    private let boxes: [String: Box]
    private let width: Double
    private let depth: Double

    init(_ graph: SuiteGraph) {
        self.graph = graph
        let layers: [[SuiteGraph.Node]] = graph.layers
        let widths: [Double] = layers.map { layer in
            layer.reduce(-Self.gap) { $0 + Self.width(of: $1.name) + Self.gap }
        }
        let widest: Double = widths.max() ?? 0
        var boxes: [String: Box] = [:]
        for (row, layer): (Int, [SuiteGraph.Node]) in layers.enumerated() {
            var x: Double = Self.margin + (widest - widths[row]) / 2
            for node: SuiteGraph.Node in layer {
                let width: Double = Self.width(of: node.name)
                boxes[node.name] = Box(x: x, y: Self.margin + Double(row) * (Self.height + Self.rise), width: width)
                x += width + Self.gap
            }
        }
        self.boxes = boxes
        width = widest + 2 * Self.margin
        depth = Double(max(layers.count, 1)) * (Self.height + Self.rise) - Self.rise + 2 * Self.margin
    }

    private static func width(of name: String) -> Double { Double(name.count) * advance + 32 }

    var lines: [String] {
        let size: String = "\(Int(width)) \(Int(depth))"
        let head: [String] = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" width=\"\(Int(width))\" height=\"\(Int(depth))\" role=\"img\">",
            "<title>Who may call whom</title>", "<style>",
            "rect { fill: #f8fafc; stroke: #64748b; stroke-width: 1.5 } text { fill: #0f172a; font: 14px ui-monospace, monospace }",
            "path { fill: none; stroke: #94a3b8; stroke-width: 1.5 } .ready { stroke: #16a34a } .failed { stroke: #dc2626 }",
            "@media (prefers-color-scheme: dark) { rect { fill: #1e293b } text { fill: #f1f5f9 } }", "</style>",
            "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
                + "<path d=\"M0 0 L8 4 L0 8 z\" style=\"fill: #94a3b8; stroke: none\"/></marker></defs>",
        ]
        return head + graph.nodes.flatMap(edges) + graph.nodes.flatMap(box) + ["</svg>"]
    }

    private func edges(_ node: SuiteGraph.Node) -> [String] {
        guard let from: Box = boxes[node.name] else { return [] }
        let targets: [Box] = node.providers.compactMap { boxes[$0] }.sorted { $0.centre < $1.centre }
        return targets.enumerated().map { index, to in
            // Beginnings are spread along the lower side, in the order of the ends.
            let start: Double = from.x + from.width * Double(index + 1) / Double(targets.count + 1)
            let (top, bottom): (Double, Double) = (from.y + Self.height, to.y)
            return
                "<path d=\"M\(start) \(top) C\(start) \(top + Self.rise / 2) \(to.centre) \(bottom - Self.rise / 2) \(to.centre) \(bottom - 2)\" "
                + "marker-end=\"url(#tip)\"/>"
        }
    }

    private func box(_ node: SuiteGraph.Node) -> [String] {
        guard let box: Box = boxes[node.name] else { return [] }
        let state: String = node.state.map { " class=\"\($0 == .ready ? "ready" : $0 == .failed ? "failed" : "other")\"" } ?? ""
        let name: String = node.name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return [
            "<rect x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(Self.height)\" rx=\"8\"\(state)/>",
            "<text x=\"\(box.centre)\" y=\"\(box.y + Self.height / 2 + 5)\" text-anchor=\"middle\">\(name)</text>",
        ]
    }
}
