/// Who runs the suite wants to know how to become its operator.
public struct ViewFirstInvitationUseCase: Sendable {
    private let handOver: any HandOverFirstInvitationInterface

    public init(handOver: any HandOverFirstInvitationInterface) {
        self.handOver = handOver
    }

    /// - Returns: the first operator's code; nil where somebody has used it.
    public func execute() async throws -> String? { try await handOver.current() }
}
