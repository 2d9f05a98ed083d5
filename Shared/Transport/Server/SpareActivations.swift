internal import ColonnadeContract
internal import ColonnadeEventLoop

/// Activations that have ended, to serve the calls to come: hundreds come in one read, and to allocate and free as many
/// costs more than all else that is kept of a call.
final class SpareActivations {
    /// Beyond these they are freed.
    static let most: Int = 256

    private let loop: EventLoop
    private let limits: Limits
    private let spare: Cell<Spare> = Cell(Spare())

    private struct Spare {
        var first: ServedActivation?
        var count: Int = 0
    }

    init(loop: EventLoop, limits: Limits) {
        self.loop = loop
        self.limits = limits
    }

    var count: Int { spare.read { $0.count } }

    /// One that serves nothing yet.
    func activation() -> ServedActivation {
        take() ?? ServedActivation(loop: loop, limits: limits)
    }

    /// One of those that are kept.
    func take() -> ServedActivation? {
        spare.change { spare in
            guard let activation: ServedActivation = spare.first.take() else { return nil }
            spare.first = activation.takeNext()
            spare.count -= 1
            return activation
        }
    }

    /// Keeps an activation whose handler has ended, unless anybody still has it, such as whom its handler gave the sink. One that had
    /// commands goes: they refer to it weakly, which the count of references does not tell.
    func takeBack(_ activation: consuming ServedActivation) {
        guard !activation.hadCommands, isKnownUniquelyReferenced(&activation) else { return }
        let ended: ServedActivation = consume activation
        spare.change { spare in
            guard spare.count < Self.most else { return }
            ended.close(before: spare.first.take())
            spare.first = ended
            spare.count += 1
        }
    }
}
