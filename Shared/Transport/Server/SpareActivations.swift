internal import ColonnadeContract
internal import ColonnadeEventLoop

/// Recycles ended activations: hundreds of calls arrive in one read, and allocating and freeing an activation for each costs more
/// than everything else that is kept of a call.
final class SpareActivations {
    /// The most that are kept.
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

    /// An activation that serves nothing yet, new or recycled.
    func activation() -> ServedActivation {
        take() ?? ServedActivation(loop: loop, limits: limits)
    }

    /// A recycled activation, if there is one.
    func take() -> ServedActivation? {
        spare.change { spare in
            guard let activation: ServedActivation = spare.first.take() else { return nil }
            spare.first = activation.takeNext()
            spare.count -= 1
            return activation
        }
    }

    /// Keeps an activation whose handler has ended, unless somebody still holds it, for example because its handler passed the
    /// sink on. One that had commands is not kept: they refer to it weakly, which the reference count does not show.
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
