import ColonnadeContract

/// What `svc-interface generate` does: reads InOut files and their locks, and makes the files beside them.
public struct Generation: Sendable {
    /// A generated file.
    public struct Output: Hashable, Sendable {
        public let path: String
        public let text: String
        /// Whether the file on disk has this text already.
        public let isCurrent: Bool
    }

    /// The InOut files that were read.
    public let sources: [String]
    public let outputs: [Output]

    /// Reads the InOut files among and below `paths`, and makes their generated files in memory.
    /// - Throws: every mistake in every file.
    public init(_ paths: [String]) throws(Diagnostics) {
        let reading: InterfaceReading = try InterfaceReading(paths)
        sources = reading.sources
        var outputs: [Output] = []
        for file: ResolvedFile in reading.folders.flatMap(\.files) { outputs += try Self.outputs(file) }
        self.outputs = outputs.sorted { $0.path < $1.path }
    }

    /// Writes what differs.
    public func write() throws(Diagnostics) {
        for output: Output in outputs where !output.isCurrent { try TextFile.write(output.text, to: output.path) }
    }

    /// The files that differ on disk from what they should be.
    public var stale: [String] { outputs.filter { !$0.isCurrent }.map(\.path) }

    private static func outputs(_ file: ResolvedFile) throws(Diagnostics) -> [Output] {
        let folder: String = InterfaceFinder.folder(of: file.path)
        let lock: String
        do {
            lock = try LockFile.text(file.contract)
        } catch {
            var diagnostics: Diagnostics = Diagnostics()
            diagnostics.add("the lock can't be written: \(error)", in: file.path, at: SourcePosition(line: 1, column: 1))
            throw diagnostics
        }
        return [("\(file.name)IOInterface.swift", GeneratedFile.text(file)), ("\(file.name).contract.json", lock)].map { name, text in
            let path: String = InterfaceFinder.join(folder, name)
            return Output(path: path, text: text, isCurrent: TextFile.read(path) == text)
        }
    }
}
