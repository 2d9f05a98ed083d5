/// Knows which span of its own a vertical's code has open: between a call that it serves and those that it makes. Any thread.
///
/// It is asked for each call that is made, and only where a ``Tracer`` was given one.
public protocol InnerSpans: Sendable {
    /// The `traceparent` of the innermost span that is open in the current task.
    /// - Parameter traceparent: what ``CallMetadata/current`` says in the task.
    /// - Returns: nil where no span is open that was begun after that was bound.
    func traceparent(after traceparent: String?) -> String?
}
