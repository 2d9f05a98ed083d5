import ColonnadeWire

extension FuzzTarget {
    /// Everything that a peer's bytes reach before a handler does, and what reads the files that people write.
    public static var all: [FuzzTarget] {
        [
            frames(seeds: frameSeeds), message(Sample.self, seeds: sampleSeeds),
            message(Nest.self, seeds: [Nest(levels: 3), Nest(levels: 70)]),
        ] + bodies + [dtos, tokens, locks, described, launcherFiles]
    }

    private static var sampleSeeds: [Sample] {
        var random: SeededGenerator = SeededGenerator(seed: 1)
        return (0..<8).map { _ in Sample(random: &random, depth: 2) }
    }

    private static var frameSeeds: [[UInt8]] {
        var conversation: WireWriter = WireWriter()
        var seeds: [[UInt8]] = []
        for (index, type): (Int, FrameType) in FrameType.allCases.enumerated() {
            var writer: WireWriter = WireWriter()
            let header: FrameHeader = FrameHeader(type, flags: type == .activate ? .metadata : .end, board: 7, stream: UInt32(index))
            writer.writeFrame(header, body: [UInt8](repeating: UInt8(index), count: index * index))
            conversation.raw(writer.bytes)
            seeds.append(writer.bytes)
        }
        return seeds + [conversation.bytes]
    }
}
