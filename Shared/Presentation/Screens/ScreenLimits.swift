/// What a screen and an action may hold. A screen board checks both before anything is sent or done; a shell checks what it gets.
public struct ScreenLimits: Sendable {
    /// Screens and alerts that a flow has on top of one another, each a person's way back. What lies at the bottom is forgotten first.
    public static let openInFlow: Int = 64

    /// Bytes of one screen: what a slow line carries within a second. A longer list has a cursor.
    public var screenBytes: Int = 256 << 10

    /// Elements, tabs and fields of one screen, nested ones included: more than a person looks through, and few enough that comparing two
    /// screens takes a millisecond.
    public var elements: Int = 1_000

    /// Rows, points, slots, options or values of one element.
    public var items: Int = 1_000

    /// Sections and tabs inside one another.
    public var depth: Int = 6

    /// Bytes of an id: a UUID, with words around it.
    public var idBytes: Int = 128

    /// Bytes of what a person writes into one field: forty pages.
    public var textBytes: Int = 128 << 10

    /// Bytes of one piece of an uploaded file: few enough that a thousand uploads at once wait in 64 MiB.
    public var chunkBytes: Int = 64 << 10

    /// Bytes of an uploaded file's name, as file systems have it, and of its media type.
    public var fileNameBytes: Int = 255

    /// Files that one screen takes at the same time.
    public var uploads: Int = 4

    /// Alerts of one screen that nobody has answered. The oldest is forgotten.
    public var openAlerts: Int = 16

    /// Routes and alerts that wait for the shell, beyond which a screen does not take the next action.
    public var waitingNews: Int = 16

    /// The limits as the design has them.
    public init() {}
}
