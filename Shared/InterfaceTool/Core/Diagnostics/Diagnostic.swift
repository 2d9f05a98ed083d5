/// A place in a source file; lines and columns count from 1.
public struct SourcePosition: Hashable, Comparable, Sendable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// What is wrong with an InOut file or a lock, where, and what to do about it.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String
    public let position: SourcePosition
    public let message: String
    /// What it breaks; nil where that is no rule of its own.
    public let rule: String?

    public init(file: String, position: SourcePosition, message: String, rule: String? = nil) {
        self.file = file
        self.position = position
        self.message = message
        self.rule = rule
    }

    /// The form that editors and CI systems link to.
    public var description: String {
        "\(file):\(position.line):\(position.column): error: \(message)" + (rule.map { " [\($0)]" } ?? "")
    }
}

/// Every mistake that was found; an author sees them all at once.
public struct Diagnostics: Error, Sendable, CustomStringConvertible {
    public private(set) var all: [Diagnostic] = []

    public init() {}

    /// One mistake that concerns a whole file.
    init(_ message: String, in file: String) {
        add(message, in: file, at: SourcePosition(line: 1, column: 1))
    }

    public var isEmpty: Bool { all.isEmpty }

    /// One line each, by file and place.
    public var description: String {
        all.sorted { ($0.file, $0.position, $0.message) < ($1.file, $1.position, $1.message) }
            .map(\.description).joined(separator: "\n")
    }

    mutating func add(_ message: String, in file: String, at position: SourcePosition, rule: String? = nil) {
        let diagnostic: Diagnostic = Diagnostic(file: file, position: position, message: message, rule: rule)
        if !all.contains(diagnostic) { all.append(diagnostic) }
    }

    mutating func add(_ other: Diagnostics) {
        all += other.all
    }
}
