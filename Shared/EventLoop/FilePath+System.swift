import CSpawn
import Glibc

/// The files by which a kernel is asked and told things.
extension FilePath {
    /// Whether this process may write there.
    public static func isWritable(_ path: String) -> Bool {
        unsafe access(path, W_OK) == 0
    }

    /// An extended attribute with a short value; nil where there is none.
    public static func mark(_ name: String, of path: String) -> String? {
        var value: [UInt8] = [UInt8](repeating: 0, count: 64)
        let count: Int = unsafe cspawn_attribute(path, name, &value, value.count)
        return count < 0 ? nil : String(decoding: value.prefix(count), as: UTF8.self)
    }

    /// Writes a text by one system call into a file that is there: the kernel takes it as one order.
    public static func write(_ text: String, to path: String) throws(SocketError) {
        let file: OwnedDescriptor = try OwnedDescriptor.open(path: path, flags: O_WRONLY)
        let bytes: [UInt8] = Array(text.utf8)
        guard unsafe Glibc.write(file.number, bytes, bytes.count) == bytes.count else { throw SocketError(operation: .write, path: path) }
    }

    /// The path without links; nil where nothing is there.
    public static func real(_ path: String) -> String? {
        guard let real: UnsafeMutablePointer<CChar> = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// Removes a directory that has nothing in it, if there is one.
    public static func removeDirectory(_ path: String) {
        unsafe rmdir(path)
    }
}
