import ClinicalRecordsDomain

/// Cuts a Bundle's entries out of its text as the bytes come, and holds no more than one entry.
struct BundleReader {
    /// The largest entry, in bytes without white space. Real resources stay below a megabyte; decoding one takes a
    /// multiple of its size.
    static let entryLimit: Int = 8 << 20
    /// No key or value that is looked at is longer.
    private static let wordLimit: Int = 256

    private(set) var entryCount: Int = 0
    private var scanner: JSONScanner = JSONScanner()
    private var word: [UInt8] = []
    private var isReadingWord: Bool = false
    private var key: String = ""
    private var seen: Set<String> = []
    private var isInEntries: Bool = false
    private var entryPosition: TextPosition?
    private var entry: [UInt8] = []
    private var resourceStart: Int?
    private var resource: Range<Int>?
    private var isAtResource: Bool = false

    /// Bytes read so far.
    var byteCount: Int { scanner.cursor.offset }

    /// Reads the next bytes of the bundle, and hands each entry on as soon as it is whole.
    mutating func read(_ bytes: [UInt8], onEntry: (BundleEntry) throws -> Void) throws {
        var index: Int = 0
        while index < bytes.count {
            let plain: Int = scanner.takePlainText(of: bytes, from: index)
            if plain > 0 {
                try keep(bytes[index..<index + plain])
                index += plain
            } else {
                let position: TextPosition = scanner.cursor.position
                let step: JSONStep = try scanner.take(bytes[index])
                try follow(step, bytes[index], at: position, onEntry)
                index += 1
            }
        }
    }

    /// Says that the bytes are over.
    func finish() throws(BundleProblem) {
        let position: TextPosition = scanner.cursor.position
        guard position.offset > 0 else { throw .truncated(position, reason: "the bundle has no bytes") }
        guard scanner.isComplete else {
            let place: String = entryPosition == nil ? "" : " of entry \(entryCount)"
            throw .truncated(position, reason: "the text ends \(scanner.openPart)\(place)")
        }
        guard seen.contains("resourceType") else { throw .notABundle(position, reason: "there is no resourceType") }
        guard seen.contains("type") else { throw .notABundle(position, reason: "the Bundle has no type") }
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) throws(BundleProblem) {
        if isReadingWord, word.count < Self.wordLimit { word += bytes }
        guard entryPosition != nil else { return }
        guard entry.count + bytes.count <= Self.entryLimit else { throw tooLargeEntry }
        entry += bytes
    }

    private var tooLargeEntry: BundleProblem { .entryTooLarge(entry: entryCount, limit: Self.entryLimit) }

    private mutating func follow(
        _ step: JSONStep, _ byte: UInt8, at position: TextPosition, _ onEntry: (BundleEntry) throws -> Void
    ) throws {
        if isReadingWord, step != .endKey, step != .endString, word.count < Self.wordLimit { word.append(byte) }
        if entryPosition != nil {
            try followEntry(step, byte, onEntry)
        } else if isInEntries {
            try followEntries(step, byte, at: position)
        } else {
            try followBundle(step, at: position)
        }
    }

    // MARK: - The bundle's own members

    private mutating func followBundle(_ step: JSONStep, at position: TextPosition) throws(BundleProblem) {
        switch (step, scanner.depth) {
        case (.space, _), (.content, _): return
        case (.beginObject, 1): return
        case (_, 0) where step != .endObject:
            throw .notABundle(position, reason: "the text is \(step.noun), and has to be an object")
        case (.beginKey, 1): beginWord()
        case (.endKey, 1): try take(key: endWord(), at: position)
        case (.endString, 1): try take(value: endWord(), at: position)
        case (.beginString, 1): beginWord()
        case (.beginArray, 2) where key == "entry": isInEntries = true
        case (.beginArray, 1): throw .notABundle(position, reason: "the text is an array, and has to be an object")
        default: try refuseWrongMember(step, at: position)
        }
    }

    private mutating func take(key name: String, at position: TextPosition) throws(BundleProblem) {
        key = name
        guard ["resourceType", "type", "entry"].contains(name) else { return }
        guard seen.insert(name).inserted else { throw .notABundle(position, reason: "the Bundle has \(name) twice") }
    }

    private func take(value: String, at position: TextPosition) throws(BundleProblem) {
        switch key {
        case "resourceType" where value != "Bundle":
            throw .notABundle(position, reason: "its resourceType is \(value), and has to be Bundle")
        case "type" where !["transaction", "collection"].contains(value): throw .unsupportedType(value)
        case "entry": throw .notABundle(position, reason: "the Bundle's entry is a string, and has to be an array")
        default: return
        }
    }

    private func refuseWrongMember(_ step: JSONStep, at position: TextPosition) throws(BundleProblem) {
        let isValue: Bool =
            scanner.depth == 2 && (step == .beginObject || step == .beginArray) || scanner.depth == 1 && step == .beginScalar
        guard isValue, ["resourceType", "type", "entry"].contains(key) else { return }
        throw .notABundle(
            position, reason: "the Bundle's \(key) is \(step.noun), and has to be \(key == "entry" ? "an array" : "a string")")
    }

    private mutating func beginWord() {
        word.removeAll(keepingCapacity: true)
        isReadingWord = true
    }

    private mutating func endWord() -> String {
        isReadingWord = false
        return JSONWord.text(of: word)
    }

    // MARK: - Entries

    private mutating func followEntries(_ step: JSONStep, _ byte: UInt8, at position: TextPosition) throws(BundleProblem) {
        switch step {
        case .space, .content: return
        case .endArray: isInEntries = false
        case .beginObject:
            entryPosition = position
            entry = [byte]
            (resource, resourceStart, isAtResource) = (nil, nil, false)
        default: throw .invalidEntry(entry: entryCount, position, reason: "it is \(step.noun), and has to be an object")
        }
    }

    private mutating func followEntry(_ step: JSONStep, _ byte: UInt8, _ onEntry: (BundleEntry) throws -> Void) throws {
        guard step != .space else { return }
        guard entry.count < Self.entryLimit else { throw tooLargeEntry }
        entry.append(byte)
        switch (step, scanner.depth) {
        case (.beginKey, 3): beginWord()
        case (.endKey, 3): isAtResource = endWord() == "resource"
        case (.beginObject, 4) where isAtResource:
            guard resource == nil else { throw doubleResource }
            resourceStart = entry.count - 1
        case (.endObject, 3):
            if let start: Int = resourceStart.take() { resource = start..<entry.count }
            isAtResource = false
        case (.endObject, 2): try endEntry(onEntry)
        default: return
        }
    }

    private var doubleResource: BundleProblem {
        .invalidEntry(entry: entryCount, scanner.cursor.position, reason: "it has resource twice")
    }

    private mutating func endEntry(_ onEntry: (BundleEntry) throws -> Void) throws {
        guard let position: TextPosition = entryPosition.take() else { return }
        try onEntry(BundleEntry(index: entryCount, position: position, bytes: entry, resource: resource))
        entryCount += 1
        entry.removeAll(keepingCapacity: entry.capacity <= 1 << 20)
    }
}

extension JSONStep {
    /// The value that starts so, as an error names it.
    fileprivate var noun: String {
        switch self {
        case .beginObject: "an object"
        case .beginArray: "an array"
        case .beginString, .endString: "a string"
        default: "a number, true, false or null"
        }
    }
}
