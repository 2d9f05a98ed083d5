import Yams

/// Reads `program:` of a launcher file.
struct LauncherProgramParser {
    private static let readiness: String = "notify, started, socket PATH, exec COMMAND, { socket: PATH } or { exec: [COMMAND, …] }"

    private(set) var reading: YAMLReading
    private let owner: String

    init(of vertical: String, reading: YAMLReading) {
        owner = "program of \(vertical)"
        self.reading = reading
    }

    mutating func parse(_ node: Node) -> LauncherProgram? {
        let entries: [String: (key: Node, value: Node)] = reading.entries(node, of: owner, known: ["command", "ready", "stop"])
        guard let command: Node = entries["command"]?.value else {
            if case .mapping = node { reading.report(node, "\(owner) needs 'command', such as [nats-server, --port, \"4222\"]") }
            return nil
        }
        guard let words: [String] = words(command, of: "command in the \(owner)") else { return nil }
        var program: LauncherProgram = LauncherProgram(command: words)
        if let entry: (key: Node, value: Node) = entries["ready"] { program.readiness = readiness(entry.value) ?? .started }
        if let entry: (key: Node, value: Node) = entries["stop"] {
            program.stop = reading.choice(entry.value, of: "stop in the \(owner)", LauncherProgram.StopSignal.self) ?? .terminate
        }
        return program
    }

    private mutating func words(_ node: Node, of owner: String) -> [String]? {
        let words: [String] = reading.elements(node, of: owner).compactMap { reading.text($0, of: "a word of \(owner)") }
        if words.isEmpty, case .sequence = node { reading.report(node, "\(owner): at least the program is needed") }
        return words.isEmpty ? nil : words
    }

    private mutating func readiness(_ node: Node) -> LauncherProgram.Readiness? {
        let owner: String = "ready in the \(owner)"
        if case .mapping(let mapping) = node, mapping.count == 1 {
            let entries: [String: (key: Node, value: Node)] = reading.entries(node, of: owner, known: ["socket", "exec"])
            if let entry: (key: Node, value: Node) = entries["socket"] { return reading.text(entry.value, of: owner).map { .socket($0) } }
            return entries["exec"].flatMap { words($0.value, of: "exec of \(owner)") }.map { .command($0) }
        }
        if case .scalar(let scalar) = node {
            let words: [String] = scalar.string.split(separator: " ").map(String.init)
            switch words.first {
            case "started" where words.count == 1: return .started
            case "notify" where words.count == 1: return .notify
            case "socket" where words.count == 2: return .socket(words[1])
            case "exec" where words.count > 1: return .command(Array(words.dropFirst()))
            default: break
            }
        }
        reading.report(node, "\(owner): expected \(Self.readiness), found \(reading.kind(node))")
        return nil
    }
}
