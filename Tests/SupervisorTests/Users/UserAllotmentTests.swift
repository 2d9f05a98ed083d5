import SupervisorCore
import Testing

@Suite("Allotment of users")
struct UserAllotmentTests {
    private let range: UserRange = UserRange(from: 70_000, count: 5, line: 0)

    @Test("each has a number of the range of its own, keeps it, and the text says the same again")
    func stable() throws {
        var allotment: UserAllotment = UserAllotment()
        let names: [String] = ["a", "b", "c", "d", "e"]
        for name: String in names { #expect(allotment.allot(name, from: range, place: "/srv/x", isTaken: { _ in false }) != nil) }
        #expect(Set(allotment.numbers.values) == Set(70_000...70_004))
        #expect(allotment.allot("f", from: range, place: "/srv/x", isTaken: { _ in false }) == nil, "none is left")
        var read: UserAllotment = try UserAllotment(allotment.text)
        #expect(read == allotment)
        for name: String in names.reversed() {
            // A process of its own may run still, under another supervisor that was killed.
            let again: UInt32? = read.allot(name, from: range, place: "/elsewhere", isTaken: { _ in false }, isBusy: { _ in true })
            #expect(again == allotment.numbers[name])
        }
    }

    @Test("numbers of accounts and of running processes are passed over, and a number that becomes an account's is given up")
    func collisions() {
        var allotment: UserAllotment = UserAllotment()
        let first: UInt32? = allotment.allot("a", from: range, place: "/x", isTaken: { $0 < 70_002 }, isBusy: { $0 < 70_004 })
        #expect(first == 70_004)
        #expect(allotment.allot("a", from: range, place: "/x", isTaken: { $0 != 70_001 }) == 70_001)
        #expect(allotment.numbers == ["a": 70_001])
        #expect(allotment.allot("a", from: UserRange(from: 80_000, count: 1, line: 3), place: "/x", isTaken: { _ in false }) == 80_000)
    }

    @Test("a vertical that is gone with its state gives its number back, and no sooner")
    func forgotten() {
        var allotment: UserAllotment = UserAllotment()
        let one: UserRange = UserRange(from: 70_000, count: 1, line: 0)
        #expect(allotment.allot("a", from: one, place: "/x", isTaken: { _ in false }) == 70_000)
        allotment.keep { _ in true }
        #expect(allotment.allot("b", from: one, place: "/x", isTaken: { _ in false }) == nil)
        allotment.keep { $0 != "a" }
        #expect(allotment.allot("b", from: one, place: "/x", isTaken: { _ in false }) == 70_000)
    }

    @Test("homes begin at other places of the standard range")
    func places() {
        let starts: Set<UInt32> = Set(
            (0..<50).compactMap { number in
                var allotment: UserAllotment = UserAllotment()
                return allotment.allot("a", from: .standard, place: "/srv/home-\(number)", isTaken: { _ in false })
            })
        #expect(starts.count > 45)
        #expect(starts.allSatisfy { (70_000..<86_384).contains($0) })
    }

    @Test(
        "a text that nobody wrote so is refused, with its line",
        arguments: ["a", "a b", "a 70000 c", "a 0", "a 999", "a -1", "a 4294967296", " 70000", "a 70000\nb 70000", "a 70000\na 70001"])
    func faults(text: String) {
        let fault: UserAllotment.Fault? = #expect(throws: UserAllotment.Fault.self) { try UserAllotment(text) }
        #expect(fault?.description.hasPrefix("line ") == true)
    }
}
