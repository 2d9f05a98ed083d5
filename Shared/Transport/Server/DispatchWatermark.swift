internal import ColonnadeEventLoop

/// The last stream of a connection whose handler was started, in memory that the consumer can read after this process was killed.
///
/// The number is 0 until the provider keeps the watermark. From then on it is 2³² plus the stream. It never goes back: a call
/// that waited at a barrier may start after later ones, which are then what counts.
struct DispatchWatermark {
    /// Added to the stream: says that the provider keeps the watermark.
    private static let mark: UInt64 = 1 << 32

    private var counter: SharedCounter?
    private var last: UInt32 = 0
    private var isOver: Bool = false

    /// Keeps the watermark from now on, in memory that the consumer has shared; nil if it has not.
    mutating func keep(in counter: SharedCounter?) {
        self.counter = counter
        counter?.value = Self.mark
    }

    /// Notes that the handler of a stream is about to start.
    /// - Returns: false if it must not, because the connection has ended and the consumer may have read the watermark.
    mutating func note(_ stream: UInt32) -> Bool {
        if isOver { return false }
        guard stream > last, let counter else { return true }
        last = stream
        counter.value = Self.mark | UInt64(stream)
        return true
    }

    /// From now on no handler starts.
    mutating func end() {
        isOver = true
    }

    /// Reads the last dispatched stream from the number that a provider has left; nil if it says nothing.
    static func last(in value: UInt64) -> UInt32? {
        value & ~UInt64(UInt32.max) == mark ? UInt32(truncatingIfNeeded: value) : nil
    }
}
