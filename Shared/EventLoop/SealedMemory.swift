import CLibuv
import Glibc

/// Bytes in memory that nobody can change any more, handed from one program to another as a descriptor.
public enum SealedMemory {
    /// Puts `bytes` into memory of their own, and seals it.
    public static func make(_ bytes: [UInt8]) throws(SocketError) -> OwnedDescriptor {
        let number: Int32 = unsafe memfd_create("colonnade-handover", FileSeals.creationFlags)
        guard number >= 0 else { throw SocketError(operation: .create) }
        let memory: OwnedDescriptor = OwnedDescriptor(adopting: number)
        var start: Int = 0
        while start < bytes.count {
            let written: Int = unsafe bytes[start...].withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            guard written > 0 else { throw SocketError(operation: .write) }
            start += written
        }
        guard fcntl(number, FileSeals.add, FileSeals.unchangeable) == 0 else { throw SocketError(operation: .create) }
        return memory
    }

    /// Reads all of it.
    /// - Throws: EPERM where somebody could still change it, EFBIG where it has more than `limit` bytes.
    public static func read(_ memory: OwnedDescriptor, atMost limit: Int) throws(SocketError) -> [UInt8] {
        let seals: Int32 = fcntl(memory.number, FileSeals.get)
        guard seals >= 0, seals & FileSeals.unchangeable == FileSeals.unchangeable else {
            throw SocketError(code: EPERM, operation: .adopt)
        }
        let file: InputFile = InputFile(adopting: try memory.duplicate())
        guard let size: Int = file.size, size <= limit else { throw SocketError(code: EFBIG, operation: .read) }
        return size == 0 ? [] : try file.read(size, at: 0)
    }
}
