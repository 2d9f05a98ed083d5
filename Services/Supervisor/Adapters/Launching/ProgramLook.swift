import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

/// What a program says of itself, and which file has said it.
struct ProgramLook {
    let description: VerticalDescription
    /// Nil where the file could not be looked at.
    let identity: String?

    /// Asks the program at a path. Which file it is comes first: one that is replaced meanwhile is another one.
    static func at(_ executable: String, loop: EventLoop) async throws(SupervisorError) -> ProgramLook {
        let identity: String? = FilePath.identity(executable)
        return ProgramLook(description: try await DaemonDescriber(loop: loop).describe(executable), identity: identity)
    }

    /// An interface that the program uses and did not when the suite came up: no socket was made for it.
    func newUse(than vertical: SuitePlan.Vertical) -> String? {
        description.uses.first { !vertical.description.uses.contains($0) }
    }
}

extension SuitePlan.Vertical {
    /// The same with what its program says of itself now.
    func with(_ look: ProgramLook) -> SuitePlan.Vertical { with(look.description, identity: look.identity) }
}
