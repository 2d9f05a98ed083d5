public import ColonnadeSystemIO

/// A launcher with everything that its daemons said of themselves: what to start, in which order, and who may call whom.
public struct SuitePlan: Sendable {
    /// One vertical with its program.
    public struct Vertical: Sendable {
        public let launcher: LauncherVertical
        /// The program's absolute path.
        public let executable: String
        public let description: VerticalDescription
        /// Tells the file that was described from any other at its path, and from itself with other bytes; nil where it is not known.
        public let identity: String?

        public init(launcher: LauncherVertical, executable: String, description: VerticalDescription, identity: String? = nil) {
            self.launcher = launcher
            self.executable = executable
            self.description = description
            self.identity = identity
        }

        public var name: String { launcher.name }

        /// The same with what the program says of itself now.
        public func with(_ description: VerticalDescription, identity: String?) -> Vertical {
            Vertical(launcher: launcher, executable: executable, description: description, identity: identity)
        }
    }

    /// One declared right: the consumer may call the provider.
    public struct Edge: Hashable, Sendable {
        public let consumer: String
        /// The vertical that serves.
        public let provider: String
        /// The name of the socket's file without its ending: the interface, in small letters and dashes.
        public let socket: String

        public init(consumer: String, provider: String, socket: String) {
            self.consumer = consumer
            self.provider = provider
            self.socket = socket
        }
    }

    public let name: String
    /// In the order in which they start: each behind what it uses.
    public let verticals: [Vertical]
    /// Between verticals; the operator's and the supervisor's own go without saying.
    public let edges: [Edge]
    public let launch: [LauncherActivation]
    public let groups: [LauncherGroup]
    /// From where users are allotted.
    public let users: UserRange
    /// What it was made of; nil where it was made of no file.
    public var source: LauncherSource?
    /// Where each stands in `verticals`.
    private let positions: [String: Int]

    public init(
        name: String, verticals: [Vertical], edges: [Edge], launch: [LauncherActivation] = [], groups: [LauncherGroup] = [],
        users: UserRange = .standard
    ) {
        self.name = name
        self.verticals = verticals
        self.edges = edges
        self.launch = launch
        self.groups = groups
        self.users = users
        positions = Dictionary(verticals.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// A vertical by its name, or one of its processes by the name of that.
    public subscript(name: String) -> Vertical? {
        if let position: Int = positions[name] { return verticals[position] }
        let instance: InstanceName = InstanceName(name)
        return positions[instance.vertical].flatMap { verticals[$0].processes.first { $0.name == instance.name } }
    }

    /// What has to be ready before a process of `consumer` starts: the verticals that it uses, and what its launcher file says that it needs.
    public func providers(of consumer: String) -> [String] {
        let consumer: String = InstanceName.vertical(of: consumer)
        return edges.filter { $0.consumer == consumer }.map(\.provider) + (self[consumer]?.launcher.needs.map(\.name) ?? [])
    }

    /// Those that serve interfaces: all but programs of another kind.
    public var serving: [Vertical] { verticals.filter { $0.launcher.program == nil } }
}
