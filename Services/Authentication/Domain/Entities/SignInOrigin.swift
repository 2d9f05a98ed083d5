/// From where somebody tries to sign in or up: what attempts are counted by, and who takes turns with whom.
///
/// Everybody who uses a browser comes by the shell's one edge. There, and only there, it is the place that the shell vouches for which tells
/// people apart: on another edge it would let one consumer try from as many places as it likes to name.
public struct SignInOrigin: Hashable, Sendable {
    /// Nobody knows from where.
    public static let unknown: SignInOrigin = SignInOrigin(edge: nil)

    /// The consumer that vouches for places.
    private static let shell: String = "octopus"

    /// The longest place, in bytes: an address, and some more.
    private static let longestPlace: Int = 64

    /// The consumer by whose edge the attempt comes; nil where anybody may connect.
    public let edge: String?
    /// Where the person is, as far as the shell vouches for it; nil where it does not, or there is none.
    public let place: String?

    /// An origin; a place that comes by another edge than the shell's does not count.
    public init(edge: String?, place: String? = nil) {
        self.edge = edge
        let text: String = String(decoding: (place ?? "").utf8.prefix(Self.longestPlace), as: UTF8.self)
        let isGiven: Bool = edge == Self.shell && !text.isEmpty && text.unicodeScalars.allSatisfy { !$0.isControl }
        self.place = isGiven ? text : nil
    }

    /// What tells origins apart; nil where nobody knows from where. No consumer's name holds a NUL.
    public var key: String? {
        guard let edge, let place else { return edge }
        return "\(edge)\0\(place)"
    }
}
