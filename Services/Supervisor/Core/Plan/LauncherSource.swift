/// The launcher file that a plan was made of.
public struct LauncherSource: Hashable, Sendable {
    /// The file's absolute path.
    public let path: String
    /// What stood in it when it was read.
    public let text: String
    /// Whether programs are launched whose contracts do not fit.
    public let isForced: Bool

    public init(path: String, text: String, isForced: Bool) {
        self.path = path
        self.text = text
        self.isForced = isForced
    }
}
