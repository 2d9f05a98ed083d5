import Glibc

/// The peer of a socket when it was connected, or the sender of a datagram, as the kernel recorded it.
public struct PeerCredentials: Sendable, Hashable {
    /// The process; 0 if it is in another pid namespace.
    public let pid: Int32
    /// Its user.
    public let uid: UInt32
    /// Its group.
    public let gid: UInt32

    /// Creates credentials from numbers.
    public init(pid: Int32, uid: UInt32, gid: UInt32) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
    }

    /// SO_PEERCRED of a connected socket; nil if the descriptor is not one.
    init?(descriptor: Int32) {
        // struct ucred: three 32-bit fields, hidden by glibc unless _GNU_SOURCE is defined.
        var fields: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
        var length: socklen_t = socklen_t(MemoryLayout.size(ofValue: fields))
        let status: Int32 = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &fields, &length)
        // No pid and uid: the socket was never connected.
        guard status == 0, fields.uid != .max else { return nil }
        self.init(pid: fields.pid, uid: fields.uid, gid: fields.gid)
    }
}
