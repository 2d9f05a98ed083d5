import Testing

@testable import svc_echo

@Suite("What svc-echo bench compares and counts")
struct EchoBenchTests {
    @Test("A reply with one wrong byte, wherever it is, is seen", arguments: [8, 64, 100, 1000])
    func comparison(count: Int) {
        var sent: NumberedBytes = NumberedBytes(count: count)
        sent.number(258)
        #expect(Array(sent.bytes.prefix(3)) == [2, 1, 0])
        #expect(sent.areEchoed(by: sent.bytes))
        #expect(sent.areEchoed(by: sent.bytes + sent.bytes + sent.bytes, times: 3))
        #expect(!sent.areEchoed(by: sent.bytes, times: 3))
        #expect(!sent.areEchoed(by: sent.bytes.dropLast()))
        for place: Int in 0..<count * 3 {
            var reply: [UInt8] = sent.bytes + sent.bytes + sent.bytes
            reply[place] ^= 0x40
            #expect(!sent.areEchoed(by: reply, times: 3))
            #expect(sent.areEchoed(by: Array(reply.prefix(count))) == (place >= count))
        }
    }

    @Test("Bytes too few for a number have none")
    func short() {
        var sent: NumberedBytes = NumberedBytes(count: 3)
        sent.number(.max)
        #expect(sent.bytes == [0, 1, 2])
    }

    @Test(
        "A quantile is right to a thousandth, from nanoseconds to minutes",
        arguments: [1, 1000, 2047, 2048, 12_345_678, 60_000_000_000] as [UInt64])
    func quantiles(unit: UInt64) {
        var times: Histogram = Histogram()
        #expect(times.quantile(0.5) == 0)
        for number: UInt64 in 0..<10 { times.add(unit * (number + 1)) }
        for number: UInt64 in 0..<10 {
            let exact: UInt64 = unit * (number + 1)
            let found: UInt64 = times.quantile(Double(number) / 10 + 0.05)
            #expect(found <= exact && exact - found <= exact / 1000)
        }
        #expect(times.count == 10)
    }

    @Test("A time beyond all bounds counts as the longest")
    func longest() {
        var times: Histogram = Histogram()
        times.add(.max)
        #expect(times.quantile(0.999) > 1_000_000_000_000)
    }
}
