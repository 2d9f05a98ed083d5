import ClinicalRecordsDomain

/// Checks a JSON text (RFC 8259) byte by byte, in constant memory: it keeps what is open, and no value.
///
/// Invariant: `containers` holds, outermost first, whether each open container is an object.
struct JSONScanner {
    /// How deep containers may be nested; FHIR's own resources stay below 40.
    static let depthLimit: Int = 128

    private(set) var cursor: TextCursor = TextCursor()
    private var state: State = .value
    private var containers: [Bool] = []
    private var string: JSONStringScanner = JSONStringScanner()
    private var token: JSONTokenScanner = JSONTokenScanner.literal([])

    private enum State {
        case value
        case valueOrEnd
        case key
        case keyOrEnd
        case colon
        case afterValue
        case keyString
        case valueString
        case token
        case end
    }

    /// How many containers are open.
    var depth: Int { containers.count }
    /// Whether the text holds one whole value.
    var isComplete: Bool { state == .end || (state == .token && containers.isEmpty && token.mayEnd) }

    /// What the text is in the middle of.
    var openPart: String {
        switch state {
        case .keyString, .valueString: "inside a string"
        case .token: "inside a number or a literal"
        case .colon: "after an object's key"
        default: containers.isEmpty ? "before any value" : "inside an \(containers[containers.count - 1] ? "object" : "array")"
        }
    }

    /// Takes one byte.
    mutating func take(_ byte: UInt8) throws(BundleProblem) -> JSONStep {
        let step: JSONStep = try advance(byte)
        cursor.pass(byte)
        return step
    }

    /// Takes the bytes from `start` on that are plain text inside a string, all at once.
    /// - Returns: how many there are.
    mutating func takePlainText(of bytes: [UInt8], from start: Int) -> Int {
        guard state == .valueString || state == .keyString, string.isPlain else { return 0 }
        var index: Int = start
        while index < bytes.count, bytes[index] >= 0x20, bytes[index] < 0x7F, bytes[index] != 0x22, bytes[index] != 0x5C { index += 1 }
        cursor.pass(plain: index - start)
        return index - start
    }

    private mutating func advance(_ byte: UInt8) throws(BundleProblem) -> JSONStep {
        switch state {
        case .keyString, .valueString: return try inString(byte)
        case .token:
            if try token.take(byte, at: cursor.position) { return .content }
            state = containers.isEmpty ? .end : .afterValue
            return try advance(byte)
        default: break
        }
        if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return .space }
        switch (state, byte) {
        case (.value, _): return try beginValue(byte)
        case (.valueOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")): return endContainer()
        case (.valueOrEnd, _): return try beginValue(byte)
        case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
            state = .keyString
            return .beginKey
        case (.colon, UInt8(ascii: ":")):
            state = .value
            return .content
        case (.afterValue, _): return try afterValue(byte)
        default: throw unexpected(byte)
        }
    }

    private mutating func inString(_ byte: UInt8) throws(BundleProblem) -> JSONStep {
        guard try string.take(byte, at: cursor.position) else { return .content }
        let wasKey: Bool = state == .keyString
        state = wasKey ? .colon : (containers.isEmpty ? .end : .afterValue)
        return wasKey ? .endKey : .endString
    }

    private mutating func beginValue(_ byte: UInt8) throws(BundleProblem) -> JSONStep {
        switch byte {
        case UInt8(ascii: "{"):
            try open(isObject: true)
            return .beginObject
        case UInt8(ascii: "["):
            try open(isObject: false)
            return .beginArray
        case UInt8(ascii: "\""):
            state = .valueString
            return .beginString
        default:
            guard let begun: JSONTokenScanner = JSONTokenScanner(first: byte) else { throw unexpected(byte) }
            token = begun
            state = .token
            return .beginScalar
        }
    }

    private mutating func open(isObject: Bool) throws(BundleProblem) {
        guard containers.count < Self.depthLimit else {
            throw .nestedTooDeeply(limit: Self.depthLimit, cursor.position)
        }
        containers.append(isObject)
        state = isObject ? .keyOrEnd : .valueOrEnd
    }

    private mutating func afterValue(_ byte: UInt8) throws(BundleProblem) -> JSONStep {
        let inObject: Bool = containers[containers.count - 1]
        switch byte {
        case UInt8(ascii: ","):
            state = inObject ? .key : .value
            return .content
        case UInt8(ascii: "}") where inObject, UInt8(ascii: "]") where !inObject: return endContainer()
        default: throw unexpected(byte)
        }
    }

    private mutating func endContainer() -> JSONStep {
        let wasObject: Bool = containers.removeLast()
        state = containers.isEmpty ? .end : .afterValue
        return wasObject ? .endObject : .endArray
    }

    private func unexpected(_ byte: UInt8) -> BundleProblem {
        let wanted: String =
            switch state {
            case .value: "a value"
            case .valueOrEnd: "a value or ]"
            case .key: "a key in quotation marks"
            case .keyOrEnd: "a key in quotation marks or }"
            case .colon: "a colon"
            case .afterValue: containers[containers.count - 1] ? "a comma or }" : "a comma or ]"
            default: "the end of the text"
            }
        return .notJSON(cursor.position, reason: "expected \(wanted), found \(Self.name(of: byte))")
    }

    /// A byte as an error names it.
    static func name(of byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "'\(Character(Unicode.Scalar(byte)))'"
            : "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
