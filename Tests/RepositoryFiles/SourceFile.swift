import Foundation

/// One Swift file, as written and with its comments and string contents taken out.
public struct SourceFile: Sendable {
    /// Relative to the repository: `Shared/Wire/Limits.swift`.
    public let path: String
    public let lines: [String]
    /// The same lines without comments and without what stands in string literals.
    public let code: [String]

    public init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
        var stripper: CodeStripper = CodeStripper(text)
        code = stripper.code().components(separatedBy: "\n")
    }

    public var name: String { path.components(separatedBy: "/").last ?? path }
    public var isGenerated: Bool { name.hasSuffix("IOInterface.swift") && name != "IOInterface.swift" }

    /// The identifiers and keywords of a line of code, in order, attributes with their `@`.
    public func words(_ line: Int) -> [Substring] {
        code[line].split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "@") }
    }
}

/// Takes comments and the contents of strings out of Swift; line breaks stay.
struct CodeStripper {
    private let text: [UInt8]
    private var output: [UInt8] = []
    private var index: Int = 0

    init(_ text: String) {
        self.text = [UInt8](text.utf8)
    }

    mutating func code() -> String {
        while index < text.count {
            if starts("//") {
                while index < text.count, text[index] != UInt8(ascii: "\n") { index += 1 }
            } else if starts("/*") {
                skip(from: "/*", to: "*/", escapes: false)
            } else if starts("#\"\"\"") {
                skip(from: "#\"\"\"", to: "\"\"\"#", escapes: false)
            } else if starts("#\"") {
                skip(from: "#\"", to: "\"#", escapes: false)
            } else if starts("\"\"\"") {
                skip(from: "\"\"\"", to: "\"\"\"", escapes: true)
            } else if starts("\"") {
                skip(from: "\"", to: "\"", escapes: true)
            } else {
                output.append(text[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func starts(_ token: String) -> Bool {
        text[index] == token.utf8.first && text[index...].starts(with: token.utf8)
    }

    private mutating func skip(from start: String, to end: String, escapes: Bool) {
        index += start.utf8.count
        while index < text.count, !starts(end) {
            if escapes, text[index] == UInt8(ascii: "\\") { index += 1 }
            if index < text.count, text[index] == UInt8(ascii: "\n") { output.append(text[index]) }
            index += 1
        }
        index += end.utf8.count
    }
}
