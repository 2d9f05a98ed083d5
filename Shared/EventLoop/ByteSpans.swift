extension Array where Element == UInt8 {
    /// Appends a copy of all of `span`, in one piece.
    public mutating func append(copying span: borrowing Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
