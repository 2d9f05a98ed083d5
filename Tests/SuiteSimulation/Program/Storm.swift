import ColonnadeEventLoop

/// What happens to a suite while the desks work: processes die at a byte, are replaced and restarted, and connections break.
struct Storm {
    private let suite: SuiteSurroundings
    private let dice: Dice

    init(_ suite: SuiteSurroundings) {
        self.suite = suite
        dice = Dice(suite.seed, "storm")
    }

    /// Until it is over and the suite stands again. On the loop.
    func rage(_ keeper: SuiteKeeper) async {
        suite.log.note("the storm begins")
        suite.weather.isStormy = true
        for _: Int in 0..<dice.number(5...10) {
            try? await suite.loop.sleep(for: dice.milliseconds(20...500))
            disturb(keeper)
        }
        try? await suite.loop.sleep(for: dice.milliseconds(0...500))
        suite.weather.isStormy = false
        keeper.spareAll()
        suite.log.note("the storm is over")
        await keeper.wait { $0.isReady }
    }

    private func disturb(_ keeper: SuiteKeeper) {
        // Where the bookings are, most happens.
        let name: String = dice.once(in: 2) ? "appointments" : dice.pick(keeper.machine.names)
        switch dice.number(1...8) {
        case 1...3:
            let bytes: Int = dice.number(1...800)
            suite.log.note("\(name) will die after \(bytes) bytes")
            keeper.kill(name, afterBytes: bytes)
        case 4...6:
            suite.log.note("\(name) is to be replaced")
            keeper.replace(name)
        case 7:
            suite.log.note("\(name) is to be restarted")
            keeper.restart(name)
        default:
            suite.log.note("\(name) dies at its next byte")
            keeper.kill(name, afterBytes: 0)
        }
    }
}
