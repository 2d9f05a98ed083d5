import Foundation

/// A file of a few bytes that only the suite's own account can read, in a directory that nobody else can enter.
public struct PrivateFile: Sendable {
    public let path: String
    private let directory: String

    /// - Parameters:
    ///   - directory: exists; from now on only its owner may enter it.
    public init(_ name: String, in directory: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory)
        self.directory = directory
        path = directory + "/" + name
    }

    /// - Returns: nil where there is no such file.
    public func read() throws -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Writes the file whole or not at all; it is on disk when this returns.
    public func write(_ bytes: [UInt8]) throws {
        // Written under another name, synced, and renamed over the old file: who reads finds the one or the other. Until its own
        // permissions are set, those of the directory keep others out.
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        // The new name is on the disk once the directory is.
        guard let folder: FileHandle = FileHandle(forReadingAtPath: directory) else {
            throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: directory])
        }
        defer { try? folder.close() }
        try folder.synchronize()
    }

    /// Removes the file; nothing happens where there is none.
    public func remove() throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }
}
