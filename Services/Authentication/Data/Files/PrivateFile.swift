import Foundation

/// A file of a few bytes that only the suite's own account can read, in a directory that nobody else can enter.
public struct PrivateFile: Sendable {
    public let path: String

    /// - Parameters:
    ///   - directory: exists; from now on only its owner may enter it.
    public init(_ name: String, in directory: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory)
        path = directory + "/" + name
    }

    /// - Returns: nil where there is no such file.
    public func read() throws -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Writes the file whole or not at all; it is on disk when this returns.
    public func write(_ bytes: [UInt8]) throws {
        let draft: String = path + ".new"
        try? FileManager.default.removeItem(atPath: draft)
        guard FileManager.default.createFile(atPath: draft, contents: Data(bytes), attributes: [.posixPermissions: 0o600]) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: draft])
        }
        let handle: FileHandle = try FileHandle(forUpdating: URL(fileURLWithPath: draft))
        try handle.synchronize()
        try handle.close()
        try remove()
        try FileManager.default.moveItem(atPath: draft, toPath: path)
    }

    /// Removes the file; nothing happens where there is none.
    public func remove() throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }
}
