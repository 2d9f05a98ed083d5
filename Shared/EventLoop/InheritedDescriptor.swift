import Glibc

/// Descriptors that a program finds open because the one before it in the same process has left them: each is looked at before it is
/// believed.
public struct InheritedDescriptor: Sendable {
    /// What a descriptor is to be.
    public enum Kind: Sendable {
        /// A Unix socket of the type that listens.
        case listener
        /// A Unix socket that takes datagrams.
        case datagrams
        /// The reading end of a pipe.
        case pipe
        /// The file at a path.
        case file(String)
    }

    private var taken: Set<Int32> = []

    /// None is taken yet.
    public init() {}

    /// Takes ownership of a descriptor, close-on-exec from now on. No number is taken twice.
    public mutating func take(_ number: Int, as kind: Kind) throws(SocketError) -> OwnedDescriptor {
        guard let number: Int32 = Int32(exactly: number), number > STDERR_FILENO, !taken.contains(number), Self.isRight(number, kind),
            fcntl(number, F_SETFD, FD_CLOEXEC) == 0
        else { throw SocketError(code: EBADF, operation: .adopt) }
        taken.insert(number)
        return OwnedDescriptor(adopting: number)
    }

    private static func isRight(_ number: Int32, _ kind: Kind) -> Bool {
        var information: stat = stat()
        guard unsafe fstat(number, &information) == 0 else { return false }
        switch kind {
        case .listener: return option(number, SO_ACCEPTCONN) == 1 && option(number, SO_DOMAIN) == AF_UNIX
        case .datagrams:
            return option(number, SO_TYPE) == Int32(SOCK_DGRAM.rawValue) && option(number, SO_DOMAIN) == AF_UNIX
        case .pipe: return information.st_mode & S_IFMT == S_IFIFO && fcntl(number, F_GETFL) & O_ACCMODE == O_RDONLY
        case .file(let path): return FileIdentity(path: path).map { $0 == FileIdentity(descriptor: number) } ?? false
        }
    }

    private static func option(_ number: Int32, _ name: Int32) -> Int32? {
        var (value, length): (Int32, socklen_t) = (0, 4)
        return unsafe getsockopt(number, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}
