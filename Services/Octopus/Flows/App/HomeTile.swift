public import ColonnadePresentation
public import ColonnadeSystemIO

/// A screen on the home page, beside others.
public struct HomeTile: Sendable, Identifiable {
    /// No tile of the page has had it before.
    public let id: UInt64
    /// What is shown until the screen has come.
    public let title: ScreenText
    /// What the tile shows.
    public let screen: PresentedScreen
}
