import ColonnadeSystemIO

/// Follows the files that a screen's fields are getting: each begins, goes on within its size, and ends.
struct UploadCheck {
    private let limits: ScreenLimits
    /// The bytes that have come, by field.
    private var open: [String: Int] = [:]

    init(_ limits: ScreenLimits) {
        self.limits = limits
    }

    /// Whether the next piece may follow; `screen` has the field, which takes files.
    mutating func fit(of upload: ScreenUpload, into field: ScreenField) -> ActionFit {
        guard case .file(_, let mostBytes) = field.input else { return .gone }
        switch upload {
        case .began(let name, let mediaType, let size):
            guard open[field.id] == nil else { return .unfit("\(field.id) is getting another file.") }
            guard open.count < limits.uploads else { return .unfit("\(limits.uploads) files come at the same time; let one end first.") }
            guard name.utf8.count <= limits.fileNameBytes, mediaType.utf8.count <= limits.fileNameBytes else {
                return .unfit("The file's name is longer than \(limits.fileNameBytes) bytes.")
            }
            guard (size ?? 0) >= 0, size ?? 0 <= mostBytes else { return .unfit("The file is larger than \(mostBytes) bytes.") }
            open[field.id] = 0
        case .chunk(let bytes):
            guard let received: Int = open[field.id] else { return .gone }
            guard bytes.count <= limits.chunkBytes, received + bytes.count <= mostBytes else {
                return .unfit("The file is larger than \(mostBytes) bytes, or a piece larger than \(limits.chunkBytes).")
            }
            open[field.id] = received + bytes.count
        case .ended, .abandoned:
            guard open.removeValue(forKey: field.id) != nil else { return .gone }
        case .unknown: return .unfit("\(field.id) does not take what was done with it.")
        }
        return .fits
    }

    /// Gives a file up. - Returns: false where none was coming.
    mutating func abandon(_ field: String) -> Bool {
        open.removeValue(forKey: field) != nil
    }

    /// Gives up the files of fields that the screen does not have any more. - Returns: their ids.
    mutating func abandonAll(except isThere: (String) -> Bool) -> [String] {
        let gone: [String] = open.keys.filter { !isThere($0) }.sorted()
        for field: String in gone { open[field] = nil }
        return gone
    }
}
