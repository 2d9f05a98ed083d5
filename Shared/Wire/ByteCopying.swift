extension Array where Element == UInt8 {
    /// The bytes of a span, in one copy. Not by `init(capacity:)`, which asks the runtime for the array's type every time.
    public init(copying span: Span<UInt8>) {
        self = []
        append(copying: span)
    }

    /// Appends the bytes of a span. The compiler makes one move of the loop, which it does not of a loop of
    /// `append(_:)` on the array itself: that is fifty times slower.
    public mutating func append(copying span: Span<UInt8>) {
        if span.count <= 1024 { return append(copyingFew: span) }
        append(addingCapacity: span.count) { output in
            for index: Int in span.indices { output.append(span[index]) }
        }
    }

    /// For few bytes: of the loop above up to 32 are moved one by one, since it may end before the span does.
    private mutating func append(copyingFew span: Span<UInt8>) {
        append(addingCapacity: span.count) { output in
            output.append(repeating: 0, count: span.count)
            var place: MutableSpan<UInt8> = output.mutableSpan
            precondition(place.count == span.count)
            for index: Int in span.indices { place[index] = span[index] }
        }
    }
}
