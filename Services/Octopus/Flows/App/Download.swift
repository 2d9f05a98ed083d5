public import ColonnadePresentation

/// A file that a person has asked for. It is fetched when the browser comes for it, with the session that the person has then.
public struct Download: Sendable {
    /// What the file is called: `appointments.ics`.
    public let name: String
    /// Its media type.
    public let mediaType: String
    private let fetched: @Sendable () async throws(ScreenFailure) -> [UInt8]

    init(name: String, mediaType: String, fetched: @escaping @Sendable () async throws(ScreenFailure) -> [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.fetched = fetched
    }

    /// The file's bytes, from the vertical that has them.
    /// - Throws: why there is no file.
    public func fetch() async throws(ScreenFailure) -> [UInt8] { try await fetched() }
}
