/// The paths of a deep link: literal segments, and parameters with a type.
///
/// `/appointments/{id}`, `/history/{year:integer}`, `/today/{day:day}`. A parameter stands for one segment. Its type is `text` unless it is
/// said otherwise; `integer` takes what an `Int` is written as, and `day` a day as in `2026-11-23`.
public struct LinkPattern: Hashable, Sendable, CustomStringConvertible {
    /// What a parameter may stand for.
    public enum ParameterType: String, Sendable, CaseIterable {
        /// Any text of one segment.
        case text
        /// What an `Int` is written as, without a plus sign or zeros in front.
        case integer
        /// A day of the calendar as in `2026-11-23`.
        case day
    }

    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String, ParameterType)
    }

    /// The pattern as it was written.
    public let description: String
    let segments: [Segment]

    /// Reads a pattern.
    /// - Throws: what is wrong with it, and what would be right.
    public init(_ text: String) throws(LinkPatternError) {
        guard text.hasPrefix("/") else { throw LinkPatternError(text, "it must begin with a slash") }
        var segments: [Segment] = []
        var names: Set<String> = []
        for part: Substring in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) where text != "/" {
            let segment: Segment = try Self.segment(part, of: text)
            if case .parameter(let name, _) = segment, !names.insert(name).inserted {
                throw LinkPatternError(text, "it has two parameters '\(name)'")
            }
            segments.append(segment)
        }
        self.segments = segments
        description = text
    }

    private static func segment(_ part: Substring, of text: String) throws(LinkPatternError) -> Segment {
        guard part.hasPrefix("{") || part.hasSuffix("}") else {
            guard !part.isEmpty, part.utf8.allSatisfy({ isNamePart($0) || $0 == UInt8(ascii: ".") }) else {
                throw LinkPatternError(text, "'\(part)' is no segment: letters, digits, '-', '_' and '.' make one, and {name} a parameter")
            }
            return .literal(String(part))
        }
        let inside: Substring = part.dropFirst().dropLast()
        let pieces: [Substring] = inside.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard part.hasPrefix("{"), part.hasSuffix("}"), let name: Substring = pieces.first, !name.isEmpty, name.utf8.allSatisfy(isNamePart)
        else { throw LinkPatternError(text, "'\(part)' is no parameter: write {name} or {name:type}") }
        guard pieces.count == 2 else { return .parameter(String(name), .text) }
        guard let type: ParameterType = ParameterType(rawValue: String(pieces[1])) else {
            let types: String = ParameterType.allCases.map(\.rawValue).joined(separator: ", ")
            throw LinkPatternError(text, "'\(pieces[1])' is no type of a parameter; there are \(types)")
        }
        return .parameter(String(name), type)
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// What the parameters stand for in a link; nil where the link is another.
    public func match(_ link: Link) -> LinkParameters? {
        guard link.segments.count == segments.count else { return nil }
        var values: [String: String] = link.query
        for (segment, text): (Segment, String) in zip(segments, link.segments) {
            switch segment {
            case .literal(let literal): if literal != text { return nil }
            case .parameter(let name, let type):
                guard type.takes(text) else { return nil }
                values[name] = text
            }
        }
        return LinkParameters(values)
    }
}

extension LinkPattern.ParameterType {
    func takes(_ text: String) -> Bool {
        switch self {
        case .text: true
        case .integer: Int(text).map { String($0) == text } ?? false
        case .day: ScreenDay(iso: text) != nil
        }
    }
}

/// Why a text is no pattern of a deep link.
public struct LinkPatternError: Error, Hashable, CustomStringConvertible {
    /// The pattern as it was written.
    public let pattern: String
    /// What is wrong, and what would be right.
    public let reason: String

    init(_ pattern: String, _ reason: String) {
        self.pattern = pattern
        self.reason = reason
    }

    init(_ pattern: LinkPattern, conflictsWith other: LinkPattern, of vertical: String) {
        self.pattern = pattern.description
        reason = "some paths match '\(other)' of \(vertical) as well, and neither says more; change a literal segment of one of them"
    }

    public var description: String { "the deep link '\(pattern)': \(reason)" }
}
