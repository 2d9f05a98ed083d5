/// How far a child is kept from what is not its own.
public enum ChildIsolation: Hashable, Sendable {
    /// It reaches the files that it needs to run, those that are its own, and these.
    case files(DeclaredFiles)
    /// It reaches whatever its user may, for this reason.
    case none(reason: String)

    /// What is so where a launcher file says nothing.
    public static let standard: ChildIsolation = .files(DeclaredFiles())
}

/// Files and folders that a launcher file lets a child reach beside its own.
public struct DeclaredFiles: Hashable, Sendable {
    /// One path, as in the file: absolute, or relative to the file.
    public struct Place: Hashable, Sendable {
        public let line: Int
        public var path: String

        public init(path: String, line: Int) {
            self.path = path
            self.line = line
        }
    }

    /// To read and to run.
    public var read: [Place] = []
    /// To change as well.
    public var write: [Place] = []

    public init() {}
}
