import ColonnadeContract
import KitchenSinkIO
import Testing

@Suite("Cases that this side does not know, and messages nested too deep")
struct UnknownCaseTests {
    @Test func closedEnumRefuses() {
        #expect(throws: WireError.unknownCase(number: 9, payload: [])) { try decode(Optionals.self, [0x58, 9]) }
        #expect(throws: WireError.unknownCase(number: 9, payload: [1])) {
            try decode(KitchenSinkRefusal.self, [0x4a, 1, 1])
        }
    }

    @Test func openEnumKeepsItAsItCame() throws {
        let shape: [UInt8] = [0x4a, 2, 0x08, 1]
        #expect(try decode(Shape.self, shape) == .unknown(Unrecognized(number: 9, bytes: [0x08, 1])))
        #expect(try decode(Shape.self, shape).encoded() == shape)
        let moods: [UInt8] = [0x72, 2, 9, 1]
        #expect(try decode(Arrays.self, moods).moods == [.unknown(Unrecognized(number: 9)), .calm])
        #expect(try decode(Arrays.self, moods).encoded() == moods)
    }

    @Test("an Input or a Command takes none, however deep it stands")
    func inputsAreClosed() {
        let moods: [UInt8] = [0x72, 2, 9, 1]
        #expect(throws: WireError.unknownCase(number: 9, payload: [])) {
            var reader: WireReader = WireReader(moods.span)
            reader.acceptsUnknownCases = false
            _ = try Arrays(from: &reader)
        }
        let inside: [UInt8] = [0x2a, 4, 0x0a, 2, 0x4a, 0]
        #expect(throws: WireError.unknownCase(number: 9, payload: [])) {
            var reader: WireReader = WireReader(inside.span)
            reader.acceptsUnknownCases = false
            _ = try Shape(from: &reader)
        }
    }

    @Test func unknownRefusalIsKept() {
        guard case .refusedUnknown(let number, let bytes) = KitchenSinkRefusal.failure([0x4a, 2, 0x08, 1]) else {
            Issue.record("not kept")
            return
        }
        #expect(number == 9)
        #expect(bytes == [0x08, 1])
        guard case .refused(.empty) = KitchenSinkRefusal.failure(KitchenSinkRefusal.empty.encoded()) else {
            Issue.record("not known")
            return
        }
        #expect(KitchenSinkRefusal.failure([0x4a]).fault?.code == .violation)
        #expect(KitchenSinkRefusal.failure([]).fault?.code == .violation)
        guard case .refusedUnknown(3, []) = NoRefusal.failure([0x1a, 0]) else {
            Issue.record("an interface without refusals got one")
            return
        }
    }

    @Test func depthIsBounded() throws {
        func nested(_ levels: Int) -> [UInt8] {
            var tree: Tree = Tree(name: "")
            for _: Int in 0..<levels { tree = Tree(name: "", branches: [tree]) }
            return tree.encoded()
        }
        #expect(try decode(Tree.self, nested(WireReader.maximumDepth)).branches.count == 1)
        #expect(throws: WireError.tooDeep) { try decode(Tree.self, nested(WireReader.maximumDepth + 1)) }
    }

    @Test("times outside the range become its ends, and today's keep their precision")
    func times() {
        #expect(Date.distantFuture.wireNanoseconds > 0)
        #expect(Date(timeIntervalSinceReferenceDate: 1e30).wireNanoseconds == .max)
        #expect(Date(timeIntervalSinceReferenceDate: -1e30).wireNanoseconds == .min)
        #expect(Date(timeIntervalSinceReferenceDate: .nan).wireNanoseconds == 0)
        #expect(Date(timeIntervalSince1970: 0).wireNanoseconds == 0)
        #expect(Date(timeIntervalSince1970: -0.5).wireNanoseconds == -500_000_000)
        let now: Date = Date(timeIntervalSinceReferenceDate: 806_000_000.123_456_7)
        #expect(Date(wireNanoseconds: now.wireNanoseconds) == now)
        #expect(Duration.seconds(Int64.max).wireNanoseconds == .max)
        #expect(Duration.seconds(Int64.min).wireNanoseconds == .min)
        #expect(Duration.milliseconds(-1_500).wireNanoseconds == -1_500_000_000)
    }
}
