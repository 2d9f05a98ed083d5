import Glibc

/// Listening on the machine's own TCP address.
public enum LoopbackSocket {
    /// A listening socket at a port of 127.0.0.1, which no other machine can reach, for `UnixListener.init(adopting:loop:)`.
    /// - Parameters:
    ///   - port: 0 for one that is free.
    ///   - backlog: how many connections may wait.
    public static func listen(port: UInt16, backlog: Int32 = 64) throws(SocketError) -> OwnedDescriptor {
        let name: String = "127.0.0.1:\(port)"
        let number: Int32 = socket(AF_INET, SocketFlags.stream, 0)
        guard number >= 0 else { throw SocketError(operation: .create, path: name) }
        let descriptor: OwnedDescriptor = OwnedDescriptor(adopting: number)
        // Connections of a process that ended a moment ago do not keep the port from the next one.
        var isReused: Int32 = 1
        unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address: sockaddr_in = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let status: Int32 = unsafe withUnsafePointer(to: address) { pointer in
            unsafe bind(
                number, UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        guard status == 0 else { throw SocketError(operation: .bind, path: name) }
        guard Glibc.listen(number, backlog) == 0 else { throw SocketError(operation: .listen, path: name) }
        return descriptor
    }
}
