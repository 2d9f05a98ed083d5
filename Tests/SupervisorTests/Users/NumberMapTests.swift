import SupervisorCore
import Testing

@Suite("Numbers of a user namespace")
struct NumberMapTests {
    @Test("the line of a number is found, to both of its ends")
    func lines() {
        let whole: NumberMap = NumberMap("         0          0 4294967295\n")
        #expect(whole.line(of: 0) == 0 && whole.line(of: 70_000) == 0 && whole.line(of: 4_294_967_294) == 0)
        #expect(whole.line(of: 4_294_967_295) == nil)
        let several: NumberMap = NumberMap("0 100000 1000\n 1000 1000 1\n1001 101000 64535\n")
        #expect([0, 999, 1_000, 1_001, 65_535].map { several.line(of: $0) } == [0, 0, 1, 2, 2])
        #expect(several.line(of: 65_536) == nil)
    }

    @Test(
        "what makes no sense has no numbers",
        arguments: ["", "\n", "0 0", "0 0 0", "a b c", "0 0 -1", "5 0 18446744073709551615", "18446744073709551615 0 1", "1 2 3 4"])
    func nonsense(_ text: String) {
        #expect([0, 1, 5, 70_000].allSatisfy { NumberMap(text).line(of: $0) == nil })
    }
}
