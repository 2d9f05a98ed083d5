/// Brings the first operator's code to who runs the suite.
public protocol HandOverFirstInvitationInterface: Sendable {
    /// Keeps the code where only who runs the suite can read it.
    func handOver(_ code: String) async throws

    /// The code that was handed over, as long as it is of use.
    func current() async throws -> String?

    /// The code is of no use any more.
    func takeBack() async throws
}
