import FoundationEssentials

/// A folder that files are written into.
struct OutputFolder {
    private let path: String

    /// Makes the folder where it is missing.
    init(_ path: String) throws(Diagnostics) {
        self.path = path
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw Self.failure("the folder can't be made: \(error)", path)
        }
    }

    /// Puts the file into place at once: no reader sees half of it.
    func write(_ bytes: [UInt8], to name: String) throws(Diagnostics) {
        let file: String = InterfaceFinder.join(path, name)
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch {
            throw Self.failure("the file can't be written: \(error)", file)
        }
    }

    private static func failure(_ message: String, _ path: String) -> Diagnostics {
        var diagnostics: Diagnostics = Diagnostics()
        diagnostics.add(message, in: path, at: .start)
        return diagnostics
    }
}
