import FoundationEssentials

/// Reads and writes whole text files.
enum TextFile {
    /// The text, or nil where there is no file or it is not UTF-8.
    static func read(_ path: String) -> String? {
        guard let data: Data = FileManager.default.contents(atPath: path) else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    /// Puts the text into place at once: no reader sees half of it.
    static func write(_ text: String, to path: String) throws(Diagnostics) {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            var diagnostics: Diagnostics = Diagnostics()
            diagnostics.add("the file can't be written: \(error)", in: path, at: SourcePosition(line: 1, column: 1))
            throw diagnostics
        }
    }
}
