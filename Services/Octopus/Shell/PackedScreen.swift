public import ColonnadePresentation
public import ColonnadeSystemIO

/// A screen as its bytes, which are a tenth of what its parts take in memory: a page that nobody touches for an hour keeps no more.
public struct PackedScreen: Hashable, Sendable {
    /// The people whom the screen shows by their ids.
    public let people: Set<ScreenPerson>
    /// Whether the screen says that it is at work.
    public let isAtWork: Bool
    private let bytes: [UInt8]
    /// Stands for the bytes, which are hashed once: a page asks at each change of any of its screens whether it has changed.
    private let mark: Int

    /// Packs a screen.
    public init(_ screen: Screen) {
        people = screen.people
        isAtWork = screen.elements.contains { if case .progress = $0.content { true } else { false } }
        let encoded: [UInt8] = screen.encoded()
        // Copied, without the room that was kept for more.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        bytes.append(contentsOf: encoded)
        self.bytes = bytes
        mark = bytes.hashValue
    }

    /// The screen itself; nil where changes have made it deeper than a message may be.
    public func unpacked() -> Screen? { try? Screen(decoding: bytes.span) }

    public static func == (one: PackedScreen, other: PackedScreen) -> Bool {
        one.mark == other.mark && one.bytes == other.bytes
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(mark) }
}
