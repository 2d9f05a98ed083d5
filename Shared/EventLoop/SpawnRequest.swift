import Glibc

/// How a child process is to be started.
public struct SpawnRequest: Sendable {
    /// A limit of the child's own (setrlimit).
    public struct Limit: Sendable, Hashable {
        /// What is limited.
        public enum Resource: Int32, Sendable {
            /// Bytes of address space.
            case memory = 9
            /// Bytes of a core dump.
            case coreDump = 4
            /// One more than the highest descriptor.
            case openFiles = 7
            /// Processes and threads of the child's user.
            case processes = 6
            /// Seconds of processor time.
            case processorTime = 0
        }

        /// What is limited.
        public let resource: Resource
        /// What the child gets.
        public let soft: UInt64
        /// How far the child may raise it.
        public let hard: UInt64

        /// A limit that the child can't raise unless `hard` is given.
        public init(_ resource: Resource, _ soft: UInt64, hard: UInt64? = nil) {
            self.resource = resource
            self.soft = soft
            self.hard = hard ?? soft
        }
    }

    /// A descriptor here and its number in the child.
    public struct PassedDescriptor: Sendable, Hashable {
        /// The descriptor here; it must stay open until the child was started.
        public let parent: Int32
        /// Its number in the child: 0 to 2 for the standard streams.
        public let child: Int32

        /// Passes `parent` as `child`.
        public init(_ parent: Int32, as child: Int32) {
            self.parent = parent
            self.child = child
        }
    }

    /// The path of the program; PATH is not searched.
    public var executable: String
    /// What follows the program's name.
    public var arguments: [String]
    /// The whole environment of the child.
    public var environment: [String: String] = [:]
    /// Where the child starts; nil: where this process is.
    public var workingDirectory: String?
    /// What the child gets. Everything else is closed in it but standard output and error, which it shares with this
    /// process unless others are given; standard input is /dev/null unless given.
    public var descriptors: [PassedDescriptor] = []
    /// Whether the child finds its own pid in LISTEN_PID.
    public var setsListenPID: Bool = false
    /// The child's resource limits.
    public var limits: [Limit] = []
    /// The user to become, nil: no change. Takes privileges.
    public var user: UInt32?
    /// The only group to be in, nil: no change. Takes privileges.
    public var group: UInt32?
    /// A descriptor of the cgroup v2 directory to be born in.
    public var controlGroup: Int32?
    /// The signal that the child gets when the *thread* that starts it ends; nil: none. Not inherited by grandchildren.
    public var deathSignal: Int32? = SIGKILL
    /// Whether the child leads a session and process group of its own. When it ends, what is left of that group is killed.
    public var startsSession: Bool = true
    /// The child's file mode mask, nil: no change.
    public var fileModeMask: UInt32?

    /// A request with nothing but the program and its arguments (without the program's name, which comes first by itself).
    public init(executable: String, arguments: [String] = []) {
        self.executable = executable
        self.arguments = arguments
    }

    /// Hands listening sockets on as systemd does: from descriptor 3, with LISTEN_FDS, LISTEN_FDNAMES and LISTEN_PID.
    ///
    /// A name has no colon. Descriptors that were added before must not use these numbers.
    public mutating func listen(on sockets: [(name: String, descriptor: Int32)]) {
        for (position, socket) in sockets.enumerated() {
            precondition(!socket.name.contains(":"), "the name of a listening socket must not have a colon")
            descriptors.append(PassedDescriptor(socket.descriptor, as: Int32(3 + position)))
        }
        environment["LISTEN_FDS"] = String(sockets.count)
        environment["LISTEN_FDNAMES"] = sockets.map(\.name).joined(separator: ":")
        setsListenPID = true
    }
}
