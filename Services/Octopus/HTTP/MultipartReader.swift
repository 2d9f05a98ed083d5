/// Reads `multipart/form-data` (RFC 7578) as its bytes come: fields whole, files in pieces. A pure machine.
struct MultipartReader {
    enum Event: Equatable {
        case field(name: String, value: String)
        case fileBegan(name: String, fileName: String, mediaType: String)
        case fileBytes([UInt8])
        case fileEnded
        case ended
    }

    /// Why the bytes are no such form.
    struct Malformed: Error, Equatable {
        let reason: String
    }

    private enum Part {
        case preamble, headers, over
        case field(String, [UInt8])
        case file
    }

    /// Bytes of one field that is no file.
    static let fieldBytes: Int = 128 << 10

    private let delimiter: [UInt8]
    private var buffer: [UInt8]
    private var part: Part = .preamble

    /// - Parameter contentType: the header's value; nil comes of one that is another or names no boundary.
    init?(contentType: String) {
        let pieces: [Substring] = contentType.split(separator: ";")
        guard pieces.first.map({ Self.trimmed($0).lowercased() }) == "multipart/form-data",
            let given: String = Self.parameter("boundary", of: pieces.dropFirst()), (1...70).contains(given.utf8.count)
        else { return nil }
        delimiter = Array("\r\n--\(given)".utf8)
        // The first delimiter has no line before it.
        buffer = [13, 10]
    }

    /// Takes the next bytes.
    mutating func feed(_ bytes: some Sequence<UInt8>) throws(Malformed) -> [Event] {
        buffer.append(contentsOf: bytes)
        var events: [Event] = []
        while let event: [Event] = try step() { events += event }
        return events
    }

    /// One step with what is there; nil where more has to come.
    private mutating func step() throws(Malformed) -> [Event]? {
        switch part {
        case .over:
            buffer = []
            return nil
        case .headers: return try readHeaders()
        case .preamble, .field, .file: return try readBody()
        }
    }

    private mutating func readBody() throws(Malformed) -> [Event]? {
        guard let found: Int = index(of: delimiter) else {
            // What may be the begin of a delimiter stays.
            let safe: Int = max(0, buffer.count - delimiter.count + 1)
            guard safe > 0 else { return nil }
            let bytes: [UInt8] = Array(buffer.prefix(safe))
            buffer.removeFirst(safe)
            return try took(bytes).map { [$0] } ?? []
        }
        guard buffer.count >= found + delimiter.count + 2 else { return nil }
        let last: Event? = try took(Array(buffer.prefix(found)))
        let end: [Event] = ended()
        let mark: [UInt8] = Array(buffer[(found + delimiter.count)..<(found + delimiter.count + 2)])
        buffer.removeFirst(found + delimiter.count + 2)
        switch mark {
        case [13, 10]: part = .headers
        case Array("--".utf8): part = .over
        default: throw Malformed(reason: "a boundary is followed by something else than a line's end")
        }
        if case .over = part { return [last].compactMap { $0 } + end + [.ended] }
        return [last].compactMap { $0 } + end
    }

    private mutating func took(_ bytes: [UInt8]) throws(Malformed) -> Event? {
        switch part {
        case .file: return bytes.isEmpty ? nil : .fileBytes(bytes)
        case .field(let name, let before):
            guard before.count + bytes.count <= Self.fieldBytes else { throw Malformed(reason: "the field \(name) is too long") }
            part = .field(name, before + bytes)
            return nil
        case .preamble, .headers, .over: return nil
        }
    }

    private func ended() -> [Event] {
        switch part {
        case .file: [.fileEnded]
        case .field(let name, let bytes): [.field(name: name, value: String(decoding: bytes, as: UTF8.self).streamSafe)]
        case .preamble, .headers, .over: []
        }
    }

    private mutating func readHeaders() throws(Malformed) -> [Event]? {
        guard let end: Int = index(of: Array("\r\n\r\n".utf8)) else {
            guard buffer.count <= DoorLimits.multipartHeaderBytes else { throw Malformed(reason: "the headers of a part are too long") }
            return nil
        }
        let text: String = String(decoding: buffer.prefix(end), as: UTF8.self).streamSafe
        buffer.removeFirst(end + 4)
        var (name, fileName, mediaType): (String?, String?, String) = (nil, nil, "application/octet-stream")
        for line: Substring in text.split(separator: "\r\n") {
            let pieces: [Substring] = line.split(separator: ":", maxSplits: 1)
            guard pieces.count == 2 else { throw Malformed(reason: "a header of a part has no colon") }
            switch pieces[0].lowercased() {
            case "content-disposition":
                let parameters: ArraySlice<Substring> = Self.split(pieces[1]).dropFirst()
                name = Self.parameter("name", of: parameters)
                fileName = Self.parameter("filename", of: parameters)
            case "content-type": mediaType = Self.trimmed(pieces[1])
            default: break
            }
        }
        guard let name else { throw Malformed(reason: "a part has no name") }
        guard let fileName else {
            part = .field(name, [])
            return []
        }
        part = .file
        return [.fileBegan(name: name, fileName: fileName, mediaType: mediaType)]
    }

    private func index(of wanted: [UInt8]) -> Int? {
        guard buffer.count >= wanted.count, let first: UInt8 = wanted.first else { return nil }
        var at: Int = 0
        let last: Int = buffer.count - wanted.count
        while at <= last {
            guard let next: Int = buffer[at...last].firstIndex(of: first) else { return nil }
            if buffer[next..<(next + wanted.count)].elementsEqual(wanted) { return next }
            at = next + 1
        }
        return nil
    }

    /// Splits at semicolons that stand in no quotes.
    private static func split(_ text: Substring) -> [Substring] {
        var isQuoted: Bool = false
        return text.split(omittingEmptySubsequences: false) { letter in
            if letter == "\"" { isQuoted.toggle() }
            return letter == ";" && !isQuoted
        }
    }

    private static func parameter(_ name: String, of pieces: some Sequence<Substring>) -> String? {
        for piece: Substring in pieces {
            let pair: [Substring] = piece.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, trimmed(pair[0]).lowercased() == name else { continue }
            let value: String = trimmed(pair[1])
            guard value.hasPrefix("\""), value.hasSuffix("\""), value.count >= 2 else { return value }
            // Browsers write quotation marks and line ends in names so (WHATWG HTML, multipart/form-data encoding).
            return String(value.dropFirst().dropLast()).replacing("%22", with: "\"").replacing("%0D", with: "").replacing("%0A", with: "")
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        let spaces: Set<Character> = [" ", "\t"]
        let begin: Substring = text.drop { spaces.contains($0) }
        return String(begin[..<(begin.lastIndex { !spaces.contains($0) }.map { begin.index(after: $0) } ?? begin.startIndex)])
    }
}
