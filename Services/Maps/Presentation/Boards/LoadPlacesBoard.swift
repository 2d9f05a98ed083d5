public import Colonnade
public import MapsDomain
import MapsIO

/// `loadPlaces`: takes a GeoJSON document in, as commands or from the configured file. The operator's alone: it may replace all places.
public struct LoadPlacesBoard: Sendable {
    /// Documents at the same time: each is in memory as a whole.
    public static let documentLimit: Int = 4

    /// How long a caller may send nothing before its load is ended, and how long all of it may take: others wait for its place. The
    /// largest document needs 56 KB a second.
    static let patience: (silence: Duration, total: Duration) = (.seconds(30), .seconds(300))

    /// The consumer whose edge the operator's commands come by. Where anybody may connect, nobody has another.
    private static let `operator`: String = "operator"

    /// Progress is told each time so many more bytes have come.
    private static let progressBytes: Int = 1024 * 1024

    private let useCase: LoadPlacesUseCase
    private let documents: RunLimit = RunLimit(documentLimit, of: "documents are being loaded")
    private let watch: SilenceWatch

    /// - Parameter clock: by which callers are waited for.
    public init(useCase: LoadPlacesUseCase, clock: WorldClock) {
        self.useCase = useCase
        watch = SilenceWatch(patience: Self.patience.silence, total: Self.patience.total, sleep: clock.sleep)
    }

    func activate(
        with input: PlacesLoad, _ commands: Commands<[UInt8]>
    ) -> OutputSequence<PlacesLoadOutput, MapsRefusal> {
        let mayLoad: Bool = (CallingConsumer.current ?? Self.operator) == Self.operator
        return OutputSequence { [useCase, documents, watch] emit in
            guard mayLoad else { throw MapsRefusal.notAllowed }
            let mode: PlacesLoadModeDomainModel = PlacesLoadModeDomainModel(input.mode)
            let summary: PlacesLoadSummaryDomainModel = try await refusing {
                if input.source == .configuredFile {
                    return try await documents.run { try await useCase.execute(document: nil, mode: mode) }
                }
                return try await watch.run { heard in
                    var chunks: Commands<[UInt8]>.AsyncIterator = commands.makeAsyncIterator()
                    // A caller that has sent nothing yet keeps nobody else out.
                    let first: [UInt8]? = try await chunks.nextOrCancelled()
                    return try await documents.run {
                        let document: [UInt8] = try await Self.document(first, chunks, heard) { try await emit(.progress(bytes: $0)) }
                        return try await useCase.execute(document: document, mode: mode)
                    }
                }
            }
            try await emit(.summary(PlacesLoadSummary(summary)))
            return .done
        }
    }

    /// The whole document; refused as soon as it is too long, so a caller can not fill the memory.
    private static func document(
        _ first: [UInt8]?, _ rest: Commands<[UInt8]>.AsyncIterator, _ heard: SilenceWatch.Heard, progress: (Int) async throws -> Void
    ) async throws -> [UInt8] {
        var document: [UInt8] = []
        var told: Int = 0
        var rest: Commands<[UInt8]>.AsyncIterator = rest
        var next: [UInt8]? = first
        while let chunk: [UInt8] = next {
            guard document.count + chunk.count <= LoadPlacesUseCase.largestDocument else {
                throw MapsRefusal.tooLarge(limit: LoadPlacesUseCase.largestDocument)
            }
            heard.more(chunk.count)
            document += chunk
            if document.count - told >= progressBytes {
                told = document.count
                try await progress(told)
            }
            next = try await rest.nextOrCancelled()
        }
        try heard.whole()
        try await progress(document.count)
        return document
    }
}
