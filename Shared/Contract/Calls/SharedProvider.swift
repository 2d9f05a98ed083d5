/// A provider that all calls of a dispatcher share: each of them counts one reference, whatever the provider consists of.
public final class SharedProvider<Provider: Sendable>: Sendable {
    /// Who implements the boards.
    public let provider: Provider

    /// Shares `provider`.
    @inlinable public init(_ provider: Provider) {
        self.provider = provider
    }
}
