import ColonnadeContract

extension LauncherActivation {
    /// For the supervisor's next program.
    public var handover: ActivationHandover { ActivationHandover(vertical: vertical, board: board, input: input.text) }

    /// As another program has handed it over; the launcher file may not have it any more.
    public init(_ handed: ActivationHandover) throws(HandoverError) {
        let input: JSONValue
        do throws(JSONMappingError) {
            input = try JSONValue(parsing: handed.input)
        } catch {
            throw HandoverError("the Input of \(handed.vertical).\(handed.board) can not be read: \(error.message)")
        }
        self.init(vertical: handed.vertical, board: handed.board, input: input, line: 0)
    }
}
