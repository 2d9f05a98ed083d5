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

    /// Most bytes of one DESCRIBE body. The largest contract of the clinic has 12 KiB; comparing this many takes milliseconds.
    public var describeBytes: Int = 128 << 10

    /// Seconds in which the rest of a frame, or ``frameProgressBytes`` of it, must come; a connection that sends less ends.
    public var frameSeconds: Int = 10

    /// Bytes of an unfinished frame that count as progress: any local peer sends as many in a millisecond.
    public var frameProgressBytes: Int = 64 << 10

    /// Seconds that a connection may wait for room in a byte budget before it ends, and a call before it is turned away: room may be
    /// held by what the consumer itself has sent, or has not taken.
    public var roomSeconds: Int = 30

    /// Bytes that one connection may have with a provider at once: unfinished frames, Inputs of calls that have not ended, commands
    /// that no handler has taken. Room for one longest frame while another is worked on.
    public var inboundBytes: Int = 36 << 20

    /// The same of all connections of one edge.
    public var inboundBytesOfEdge: Int = 64 << 20

    /// The same of all edges. An edge with less than ``leastBytesOfEdge`` is let in beyond it, so that no edge is shut out by others.
    public var inboundBytesOfServer: Int = 192 << 20

    /// What a call costs beside its Input while it is open; counted as inbound bytes, so that calls are bounded by the budgets too.
    public var activationBytes: Int = 1 << 10

    /// The same of a board with many outputs, which has a task and queues of its own. It takes about 8 KiB, so an edge whose budget is
    /// full of quiet streams holds 170 MiB; counted so, four thousand open screens would leave a connection no room for an Input.
    public var conversationBytes: Int = 3 << 10

    /// Handlers of one edge's calls with one output that run at the same time, those of gone consumers included; others wait. One that is
    /// suspended takes a task and the frames of its functions: 9 KiB in a search of svc-maps.
    public var handlersOfEdge: Int = 12_288

    /// The same of all edges; an edge with less than ``handlersKeptForEdge`` is let through.
    public var handlersOfServer: Int = 20_480

    /// Handlers that every edge may have running, whatever the others have.
    public var handlersKeptForEdge: Int = 1024

    /// Bytes of answers that may be expected of one connection's running handlers, or wait to be read by it, before more of its
    /// handlers are started. What an answer will take is learnt from the board's answers before.
    public var outboundBytes: Int = 32 << 20

    /// Answers that wait to be read by all connections of one edge, and those that are expected of its running handlers. Beyond it
    /// handlers are not started, and an answer that is longer than was expected is given up. As many bytes again may be outputs with
    /// which streams wait for credit or room: beyond it no stream is started.
    public var outboundBytesOfEdge: Int = 64 << 20

    /// The same of all edges; an edge with less than ``leastBytesOfEdge`` is let through.
    public var outboundBytesOfServer: Int = 192 << 20

    /// Bytes that every edge may have, in and out each, whatever the others have: one longest frame.
    public var leastBytesOfEdge: Int = 17 << 20

    /// Connections that every other edge can still open when one edge has opened all it may.
    public var connectionsKeptForEdge: Int = 64

    /// Seconds without a byte after which a connection of an edge that is nearly full is asked for a sign of life, and after which it
    /// ends without one.
    public var idleSeconds: Int = 10

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

    /// Calls of one consumer that wait at one barrier at most: all that one connection may have open.
    public var callsAtBarrier: Int = 16_384

    /// Bytes of the Inputs of one consumer's calls that wait at one barrier: each may be as large as a frame, and nobody works on them yet.
    public var bytesAtBarrier: Int = 64 << 20

    /// Sessions for which one barrier's gate runs at the same time for one consumer.
    public var sessionsAtBarrier: Int = 1024

    /// Histograms of durations that a server keeps, one for each board that was called through each edge, of 1.8 KiB: 64 edges that call
    /// 32 boards each. What is called beyond is counted without one.
    public var histogramsOfServer: Int = 2048

    /// Spans that a vertical keeps of sampled calls, the newest: about 250 bytes each, taken as they come, so 256 KiB at most. A booking of
    /// the clinic makes about ten.
    public var spansOfVertical: Int = 1024

    /// Spans that a process's own code may have open at the same time: about 300 bytes each. What is opened beyond is not kept, and what
    /// happens in it is told of the span around it.
    public var openSpansOfProcess: Int = 1024

    /// Bytes of a span's name that are kept; the rest is cut.
    public var bytesOfSpanName: Int = 96

    /// Metrics that a process keeps of its own code and its libraries, each by its name and labels: 2 KiB for one that has buckets.
    public var metricsOfProcess: Int = 1024

    /// Bytes of a metric's or a label's name; the rest is cut.
    public var bytesOfMetricName: Int = 96

    /// Labels of one metric; more are left away.
    public var labelsOfMetric: Int = 16

    /// Bytes of a label's value; the rest is cut.
    public var bytesOfLabel: Int = 128

    /// Calls that wait for one who watches a vertical before the oldest are dropped: about 100 bytes each.
    public var callsOfWatch: Int = 1024

    /// How many may watch one server at the same time.
    public var watchesOfServer: Int = 8

    /// The limits as the design has them.
    public init() {}
}
