/// Every limit of a connection, in one place. What both ends state is bound by the lower of the two.
public struct Limits: Equatable, Sendable {
    /// Longest frame in bytes, without the length field itself: 16 MiB, large enough for a document, small enough
    /// that a thousand hostile peers can't fill a machine before they are cut off.
    public var frameBytes: Int = 16 << 20

    /// Open activations on one connection. Ten thousand at once are served; more are refused as `exhausted`.
    public var streams: Int = 16_384

    /// Connections that one listening socket keeps open.
    public var connections: Int = 10_240

    /// ACTIVATE frames that a consumer may send before WELCOME.
    public var streamsBeforeWelcome: Int = 256

    /// Bytes that a consumer may send before WELCOME.
    public var bytesBeforeWelcome: Int = 1 << 20

    /// OUTPUT frames that a consumer takes before it grants more, unless HELLO says otherwise. It grants up to four times
    /// as many while outputs are small, and never keeps more bytes of one activation than this many longest frames have.
    public var outputCredit: Int = 64

    /// COMMAND frames that a provider grants when its handler starts.
    public var commandCredit: Int = 16

    /// Bytes that may wait to be written on one connection before its producers are held up and, at twice as
    /// many, before its peer is no longer read from.
    public var queuedBytes: Int = 4 << 20

    /// Seconds from accepting a connection to its HELLO, and from HELLO to WELCOME.
    public var handshakeSeconds: Int = 5

    /// Seconds that a draining provider waits for PONG before it says where it stopped.
    public var drainPongSeconds: Int = 2

    /// Most bytes of one HELLO, WELCOME or REJECT body.
    public var handshakeBytes: Int = 64 << 10

    /// Most bytes of the metadata in front of an Input.
    public var metadataBytes: Int = 16 << 10

    /// Streams are not numbered from here on: the consumer opens a second connection, with room for what is on its way.
    public var lastStream: UInt32 = .max - 1024

    /// Seconds that a call without a deadline waits for a provider that can't be reached.
    public var patienceSeconds: Int = 10

    /// Milliseconds from a connection's failure to the first try of the next one; doubled with each further failure.
    public var backoffMilliseconds: Int = 20

    /// Milliseconds that lie between two tries at most.
    public var longestBackoffMilliseconds: Int = 1000

    /// How often an idempotent Input is sent again where the outcome is unknown: it may be what the provider dies of.
    public var resendsOfUnknown: Int = 3

    /// Calls that wait at one barrier at most: all that one connection may have open.
    public var callsAtBarrier: Int = 16_384

    /// Bytes of the Inputs of all calls that wait at one barrier: each may be as large as a frame, and nobody works on them yet.
    public var bytesAtBarrier: Int = 64 << 20

    /// Sessions for which one barrier's gate runs at the same time.
    public var sessionsAtBarrier: Int = 1024

    /// The limits as the design has them.
    public init() {}
}
