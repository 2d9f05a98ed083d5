import Testing

@testable import ColonnadeContract

@Suite("A line in which shares take turns")
struct FairLineTests {
    @Test("Whoever sends many waits behind itself")
    func turns() {
        var line: FairLine<String> = FairLine()
        for (number, share): (Int, String) in ["a", "a", "a", "b", "b", "c"].enumerated() {
            line.append("\(share)\(number)", of: share, number: UInt64(number))
        }
        var order: [String] = []
        while let next: String = line.popFirst() { order.append(next) }
        #expect(order == ["a0", "b3", "c5", "a1", "b4", "a2"])
        #expect(line.count == 0)
    }

    @Test("A share that comes again and again goes before no other that waits")
    func comesAgain() {
        var line: FairLine<String> = FairLine()
        for number: UInt64 in 0..<4 { line.append("many", of: "many", number: number) }
        var order: [String] = []
        for number: UInt64 in 4..<8 {
            line.append("one", of: "one", number: number)
            for _: Int in 0..<2 { order.append(line.popFirst() ?? "") }
        }
        #expect(order.count { $0 == "many" } == 4)
        #expect(line.count == 0)
    }

    @Test("Where there is no room, the last one of the largest share goes")
    func largest() {
        var line: FairLine<String> = FairLine()
        for (number, share): (Int, String) in ["a", "a", "a", "b", "b"].enumerated() {
            line.append("\(share)\(number)", of: share, number: UInt64(number))
        }
        #expect(line.popLargest() == "a2")
        #expect(line.popLargest() == "b4", "of two that are as large, the one whose turn is later")
        #expect(line.remove(0) == "a0")
        #expect(line.remove(0) == nil)
        #expect(line.count == 2)
    }
}
