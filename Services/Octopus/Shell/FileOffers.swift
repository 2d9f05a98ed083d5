public import ColonnadeContract
public import ColonnadePresentation
private import Synchronization

/// A file that a person is to be given, such as a calendar. It is fetched when the browser comes for it.
public struct OfferedFile: Sendable {
    /// What it is to be called on the person's machine.
    public let name: String
    /// Its media type: `text/calendar`.
    public let mediaType: String
    /// Gives the file's bytes, with the session that is bound then.
    public let fetch: @Sendable () async throws(ScreenFailure) -> [UInt8]

    /// A file from its parts.
    public init(name: String, mediaType: String, fetch: @escaping @Sendable () async throws(ScreenFailure) -> [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.fetch = fetch
    }
}

/// The files that the flows of a page offer. The page's browser fetches each by its number; only the newest ones are kept.
public final class FileOffers: Sendable {
    private struct State {
        var files: [UInt64: OfferedFile] = [:]
        var last: UInt64 = 0
    }

    private static let filesAtMost: Int = 4

    /// Rings when a file is offered.
    public let bell: NewsBell = NewsBell()
    private let state: Mutex<State> = Mutex(State())

    /// No files yet.
    public init() {}

    /// The number of the newest file; 0 where none was offered.
    public var newest: UInt64 { state.withLock { $0.last } }

    /// Offers a file to the browser, which fetches it at once.
    public func offer(_ file: OfferedFile) {
        state.withLock { state in
            state.last += 1
            state.files[state.last] = file
            while state.files.count > Self.filesAtMost, let oldest: UInt64 = state.files.keys.min() { state.files[oldest] = nil }
        }
        bell.ring()
    }

    /// A file by its number; nil where it is not kept.
    public func file(_ number: UInt64) -> OfferedFile? { state.withLock { $0.files[number] } }
}
