extension Array where Element == UInt8 {
    /// The bytes of a span, in one copy. Not by `init(capacity:)`, which asks the runtime for the array's type every time.
    public init(copying span: Span<UInt8>) {
        self = []
        append(copying: span)
    }

    /// Appends the bytes of a span. The compiler makes one move of the loop, which it does not of a loop of
    /// `append(_:)` on the array itself: that is fifty times slower.
    public mutating func append(copying span: Span<UInt8>) {
        append(addingCapacity: span.count) { output in
            for index: Int in span.indices { output.append(span[index]) }
        }
    }
}
