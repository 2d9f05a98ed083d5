/// How a test reaches the vertical that it runs in its own process. The same frames go either way, so that one body of a test
/// holds for both: `@Test(arguments: Way.allCases)`.
public enum Way: String, CaseIterable, Sendable {
    /// From memory to memory.
    case memory
    /// By a Unix socket in the file system.
    case socket
}
