import ColonnadeEventLoop
import Testing

@Suite struct BufferPoolTests {
    @Test func givesMemoryBackEmptyAndKeepsItsLimits() {
        let pool: BufferPool = BufferPool(mostBuffers: 2, keptCapacity: 1000)
        #expect(pool.take().capacity == 0, "nothing was given yet")
        for size: Int in [100, 5000, 200, 300] { pool.give([UInt8](repeating: 1, count: size)) }
        let taken: [[UInt8]] = (0..<3).map { _ in pool.take() }
        #expect(taken.map(\.count) == [0, 0, 0])
        #expect(taken.map { $0.capacity > 0 } == [true, true, false], "two are kept")
        #expect((taken.map(\.capacity).max() ?? 0) <= 1000, "the large one is not")
    }
}
