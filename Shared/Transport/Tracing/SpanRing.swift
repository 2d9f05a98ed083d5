internal import ColonnadeContract

/// The last spans of a vertical: a new one takes the place of the oldest when the ring is full.
struct SpanRing {
    /// How many spans were overwritten.
    private(set) var overwritten: UInt64 = 0
    private let capacity: Int
    private var spans: [CallSpan] = []
    /// Where the next span goes once the ring is full.
    private var oldest: Int = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    mutating func append(_ span: CallSpan) {
        // Memory is taken as spans come: most daemons never see one.
        guard spans.count == capacity else { return spans.append(span) }
        spans[oldest] = span
        oldest = (oldest + 1) % capacity
        overwritten += 1
    }

    /// What is kept, oldest end first.
    /// - Parameter trace: only its spans; nil for all.
    func spans(of trace: TraceID?) -> [CallSpan] {
        let ordered: [CallSpan] = Array(spans[oldest...] + spans[..<oldest])
        guard let trace else { return ordered }
        return ordered.filter { $0.context.trace == trace }
    }
}
