/// A calendar as text.
public struct CalendarDomainModel: Hashable, Sendable {
    /// The most appointments in one.
    public static let limit: Int = 500
    /// How far back it goes where nobody says.
    public static let usualSeconds: Int64 = 90 * 86_400

    public let text: String
    public let count: Int
    public let isComplete: Bool

    public init(text: String, count: Int, isComplete: Bool) {
        self.text = text
        self.count = count
        self.isComplete = isComplete
    }
}
