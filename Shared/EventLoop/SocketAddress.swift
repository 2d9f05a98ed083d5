import CLibuv
import Glibc

/// An AF_UNIX address: a path, or an abstract name with a leading `@`.
///
/// An address holds 107 bytes (unix(7)). For a longer path the directory is opened, and the address is `/proc/self/fd/N/name`.
struct SocketAddress {
    private let length: socklen_t
    /// The directory that a shortened path goes through; open as long as the address is used.
    private let directory: OwnedDescriptor?
    private var storage: sockaddr_un

    init(path: String, for operation: SocketError.Operation) throws(SocketError) {
        storage = sockaddr_un()
        storage.sun_family = sa_family_t(AF_UNIX)
        let room: Int = MemoryLayout.size(ofValue: storage.sun_path)
        let short: (directory: OwnedDescriptor, path: String)? =
            path.utf8.count < room ? nil : try Self.shortWay(to: path, for: operation)
        directory = short?.directory
        let bytes: [UInt8] = Array((short?.path ?? path).utf8)
        let isAbstract: Bool = bytes.first == UInt8(ascii: "@")
        guard !bytes.isEmpty, !bytes.contains(0), bytes.count < room else {
            throw SocketError(code: bytes.count < room ? EINVAL : ENAMETOOLONG, operation: operation, path: path)
        }
        unsafe withUnsafeMutableBytes(of: &storage.sun_path) { target in
            unsafe target.copyBytes(from: bytes)
            if isAbstract { unsafe target[0] = 0 }
        }
        // The length delimits an abstract name; a path ends with its zero.
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
    }

    private static func shortWay(
        to path: String, for operation: SocketError.Operation
    ) throws(SocketError) -> (directory: OwnedDescriptor, path: String)? {
        guard !path.hasPrefix("@"), !path.utf8.contains(0), let slash: String.Index = path.lastIndex(of: "/") else { return nil }
        let directory: OwnedDescriptor
        do throws(SocketError) {
            directory = try OwnedDescriptor.open(path: String(path[...slash]), flags: openPath | O_DIRECTORY)
        } catch {
            throw SocketError(code: error.code, operation: operation, path: path)
        }
        let way: String = "/proc/self/fd/\(directory.number)"
        // Without /proc the path is too long, and the error says so.
        return FilePath.exists(way) ? (directory, "\(way)/\(path[path.index(after: slash)...])") : nil
    }

    func connect(_ descriptor: Int32) -> Int32 {
        unsafe withPointer { unsafe Glibc.connect(descriptor, $0, length) }
    }

    func bind(_ descriptor: Int32) -> Int32 {
        unsafe withPointer { unsafe Glibc.bind(descriptor, $0, length) }
    }

    func send(_ bytes: [UInt8], on descriptor: Int32) -> Int {
        unsafe withPointer { address in
            unsafe sendto(descriptor, bytes, bytes.count, SocketFlags.noSignal | SocketFlags.dontWait, address, length)
        }
    }

    private func withPointer<R>(_ body: (UnsafePointer<sockaddr>) -> R) -> R {
        defer { withExtendedLifetime(directory) {} }
        return unsafe withUnsafePointer(to: storage) { pointer in
            unsafe body(UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self))
        }
    }
}

/// O_PATH of open(2), which glibc hides unless _GNU_SOURCE is defined.
private let openPath: Int32 = 0o10000000

/// The flags of socket calls, as the integers that those calls take.
enum SocketFlags {
    static let noSignal: Int32 = Int32(MSG_NOSIGNAL)
    static let dontWait: Int32 = Int32(MSG_DONTWAIT)
    static let closeOnExec: Int32 = Int32(MSG_CMSG_CLOEXEC)
    static let stream: Int32 = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    static let datagram: Int32 = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    static let accepted: Int32 = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
}
