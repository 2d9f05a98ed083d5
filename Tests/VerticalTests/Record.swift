import Colonnade
import FoundationEssentials
import Synchronization

/// What a test has seen, from any task.
final class Record<Element: Sendable>: Sendable {
    private let elements: Mutex<[Element]> = Mutex([])

    var all: [Element] { elements.withLock { $0 } }

    func add(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}

/// A directory that is removed with its last reference.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        // Socket paths are short: sun_path holds 107 bytes.
        path = "/tmp/cv-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String, _ text: String) throws -> String {
        let file: String = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }
}

extension MainOptions {
    /// Everything under a directory of the test's own.
    init(home: TemporaryDirectory) {
        self.init(stateDirectory: "\(home.path)/state", runtimeDirectory: "\(home.path)/run", graceTime: .seconds(5), logLevel: .critical)
    }
}
