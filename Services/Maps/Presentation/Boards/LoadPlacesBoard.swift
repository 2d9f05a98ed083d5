import Colonnade
public import MapsDomain
import MapsIO

/// `loadPlaces`: takes a GeoJSON document in, as commands or from the configured file.
public struct LoadPlacesBoard: Sendable {
    /// Documents at the same time: each is in memory as a whole.
    public static let documentLimit: Int = 4

    /// Progress is told each time so many more bytes have come.
    private static let progressBytes: Int = 1024 * 1024

    private let useCase: LoadPlacesUseCase
    private let documents: RunLimit = RunLimit(documentLimit, of: "documents are being loaded")

    public init(useCase: LoadPlacesUseCase) {
        self.useCase = useCase
    }

    func activate(
        with input: PlacesLoad, _ commands: Commands<[UInt8]>
    ) -> OutputSequence<PlacesLoadOutput, MapsRefusal> {
        OutputSequence { [useCase, documents] emit in
            var chunks: Commands<[UInt8]>.AsyncIterator = commands.makeAsyncIterator()
            let isSent: Bool = input.source == .commands
            // A caller that has sent nothing yet keeps nobody else out.
            let first: [UInt8]? = isSent ? try await chunks.nextOrCancelled() : nil
            let summary: PlacesLoadSummaryDomainModel = try await documents.run {
                let document: [UInt8]? =
                    isSent ? try await Self.document(first, chunks) { try await emit(.progress(bytes: $0)) } : nil
                let mode: PlacesLoadModeDomainModel = PlacesLoadModeDomainModel(input.mode)
                return try await refusing { try await useCase.execute(document: document, mode: mode) }
            }
            try await emit(.summary(PlacesLoadSummary(summary)))
            return .done
        }
    }

    /// The whole document; refused as soon as it is too long, so a caller can not fill the memory.
    private static func document(
        _ first: [UInt8]?, _ rest: Commands<[UInt8]>.AsyncIterator, progress: (Int) async throws -> Void
    ) async throws -> [UInt8] {
        var document: [UInt8] = []
        var told: Int = 0
        var rest: Commands<[UInt8]>.AsyncIterator = rest
        var next: [UInt8]? = first
        while let chunk: [UInt8] = next {
            guard document.count + chunk.count <= LoadPlacesUseCase.largestDocument else {
                throw MapsRefusal.tooLarge(limit: LoadPlacesUseCase.largestDocument)
            }
            document += chunk
            if document.count - told >= progressBytes {
                told = document.count
                try await progress(told)
            }
            next = try await rest.nextOrCancelled()
        }
        try await progress(document.count)
        return document
    }
}
