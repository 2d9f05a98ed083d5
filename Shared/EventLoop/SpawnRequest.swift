import Glibc

/// How to start a child process.
public struct SpawnRequest: Sendable {
    /// A resource limit of the child (setrlimit).
    public struct Limit: Sendable, Hashable {
        /// What is limited.
        public enum Resource: Int32, Sendable {
            /// Bytes of address space.
            case addressSpace = 9
            /// Bytes of private memory that the child may write: its heap, its stacks, and what it maps for itself alone.
            case memory = 2
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

    /// A folder that is empty in the child's view of the file system, but for one folder that lies in it.
    public struct Hiding: Sendable, Hashable {
        /// The absolute path of the folder.
        public let folder: String
        /// The absolute path of what is seen there.
        public let shown: String

        /// Hides what is in `folder`, except `shown`.
        public init(_ folder: String, except shown: String) {
            self.folder = folder
            self.shown = shown
        }
    }

    /// A descriptor of this process and its number in the child.
    public struct PassedDescriptor: Sendable, Hashable {
        /// The descriptor in this process; it must stay open until the child has started.
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
    /// The arguments after the program's name.
    public var arguments: [String]
    /// The child's whole environment.
    public var environment: [String: String] = [:]
    /// The child's working directory; nil for this process's.
    public var workingDirectory: String?
    /// The descriptors that the child inherits. All others are closed in it, except standard output and error, which it shares
    /// with this process unless others are given. Standard input is /dev/null unless given.
    public var descriptors: [PassedDescriptor] = []
    /// Whether the child finds its own pid in LISTEN_PID.
    public var setsListenPID: Bool = false
    /// The child's resource limits.
    public var limits: [Limit] = []
    /// The child's user; nil for no change. Requires privileges.
    public var user: UInt32?
    /// The child's only group; nil for no change. Requires privileges.
    public var group: UInt32?
    /// A descriptor of the cgroup v2 directory to start in.
    public var controlGroup: Int32?
    /// The signal that the child gets when the *thread* that started it ends; nil for none. Grandchildren do not inherit it.
    public var deathSignal: Int32? = SIGKILL
    /// Whether the child leads its own session and process group. When it ends, what is left of that group is killed.
    public var startsSession: Bool = true
    /// The child's file mode mask; nil for no change.
    public var fileModeMask: UInt32?
    /// How the child gives way to others, from -20 (least) to 19 (most); nil for as this process. Below this process's own requires
    /// privileges.
    public var niceness: Int32?
    /// Whether neither the child nor what it starts can gain rights by running a program, such as one that is set-user-ID.
    public var gainsNoPrivileges: Bool = false
    /// The files that the child and what it starts may reach; nil for all that its user may. Root gives away with it what would open
    /// other processes to it (CAP_SYS_ADMIN, CAP_SYS_PTRACE, CAP_PERFMON).
    public var files: FileRules?
    /// What the child does not see; nil for nothing. It takes a mount namespace, and without root a user namespace, which not every
    /// system gives.
    public var hiding: Hiding?

    /// Creates a request with a program and its arguments, without the program's name, which is added first.
    public init(executable: String, arguments: [String] = []) {
        self.executable = executable
        self.arguments = arguments
    }

    /// Passes listening sockets as systemd does: from descriptor 3, with LISTEN_FDS, LISTEN_FDNAMES and LISTEN_PID.
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
