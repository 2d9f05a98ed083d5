import Testing

@testable import ColonnadeEventLoop

@Suite struct BufferPoolTests {
    @Test func givesMemoryBackAndKeepsItsLimits() {
        let pool: BufferPool = BufferPool(mostBuffers: 2, keptCapacity: 1000)
        #expect(taken(from: pool).capacity == 0, "nothing was given yet")
        for size: Int in [100, 5000, 200, 300] { pool.give([UInt8](repeating: 1, count: size)) }
        let buffers: [[UInt8]] = (0..<3).map { _ in taken(from: pool) }
        #expect(buffers.map { $0.capacity > 0 } == [true, true, false], "two are kept")
        #expect((buffers.map(\.capacity).max() ?? 0) <= 1000, "the large one is not")
    }

    @Test func copiesOverWhatWasThere() {
        let pool: BufferPool = BufferPool(mostBuffers: 2, keptCapacity: 1000)
        pool.give([UInt8](repeating: 1, count: 100))
        #expect(pool.take(copying: [7, 8, 9].span) == [7, 8, 9])
        #expect(pool.take(copying: [7, 8, 9].span) == [7, 8, 9], "without one that was given")
    }

    private func taken(from pool: BufferPool) -> [UInt8] {
        var buffer: [UInt8] = []
        pool.takeUsed(into: &buffer)
        return buffer
    }
}
