import Testing

@testable import ColonnadeTransport

@Suite struct StreamTableTests {
    /// Random insertions and removals against a dictionary, which is slower and surely right.
    @Test(arguments: [UInt64(1), 2, 3, UInt64.random(in: .min ... .max)])
    func behavesLikeADictionary(seed: UInt64) {
        var dice: MemoryDice = MemoryDice(seed: seed)
        var table: StreamTable<Int> = StreamTable()
        var model: [UInt32: Int] = [:]
        var next: UInt32 = UInt32.random(in: 1...(.max - 20_000), using: &dice)
        for step: Int in 0..<10_000 {
            switch Int.random(in: 0..<10, using: &dice) {
            case 0..<5:
                table.insert(step, at: next)
                model[next] = step
                next += UInt32.random(in: 1...2, using: &dice)
            case 5..<9:
                guard let number: UInt32 = model.keys.sorted().randomElement(using: &dice) else { continue }
                #expect(table.remove(number) == model.removeValue(forKey: number), "seed \(seed)")
            default:
                let number: UInt32 = next &- UInt32.random(in: 0..<100, using: &dice)
                #expect(table[number] == model[number], "seed \(seed)")
            }
            #expect(table.count == model.count, "seed \(seed)")
        }
        #expect(table.sorted().map(\.number) == model.keys.sorted(), "seed \(seed)")
        let middle: UInt32 = model.keys.sorted()[model.count / 2]
        #expect(table.removeAll(above: middle).map(\.number) == model.keys.filter { $0 > middle }.sorted(), "seed \(seed)")
        for (number, element): (UInt32, Int) in model where number <= middle { #expect(table[number] == element, "seed \(seed)") }
    }

    @Test func zeroIsNoNumber() {
        var table: StreamTable<Int> = StreamTable()
        #expect(table[0] == nil)
        #expect(table.remove(0) == nil)
        table.insert(1, at: 16)
        table.insert(2, at: 32)
        #expect(table.remove(16) == 1)
        #expect(table[32] == 2)
    }
}
