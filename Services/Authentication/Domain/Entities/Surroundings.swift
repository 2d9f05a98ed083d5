public import struct Foundation.Date
public import struct Foundation.UUID

/// What use cases see of the world around them.
public struct Surroundings: Sendable {
    public let now: @Sendable () -> Date
    public let newID: @Sendable () -> UUID

    public init(now: @escaping @Sendable () -> Date, newID: @escaping @Sendable () -> UUID) {
        self.now = now
        self.newID = newID
    }
}
