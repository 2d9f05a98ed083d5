public import ColonnadeContract

/// What is wrong with a screen that a vertical made, or with the changes of one, in a sentence for its author.
public struct ScreenFault: CallerError, Hashable {
    /// The sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
