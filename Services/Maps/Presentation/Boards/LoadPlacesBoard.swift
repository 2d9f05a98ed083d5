import Colonnade
public import MapsDomain
import MapsIO

/// `loadPlaces`: takes a GeoJSON document in, as commands or from the configured file.
public struct LoadPlacesBoard: Sendable {
    /// Progress is told each time so many more bytes have come.
    private static let progressBytes: Int = 1024 * 1024

    private let useCase: LoadPlacesUseCase

    public init(useCase: LoadPlacesUseCase) {
        self.useCase = useCase
    }

    func activate(
        with input: PlacesLoad, _ commands: Commands<[UInt8]>
    ) -> OutputSequence<PlacesLoadOutput, MapsRefusal> {
        OutputSequence { [useCase] emit in
            let document: [UInt8]?
            switch input.source {
            case .configuredFile: document = nil
            case .commands: document = try await Self.document(from: commands) { try await emit(.progress(bytes: $0)) }
            }
            let mode: PlacesLoadModeDomainModel = PlacesLoadModeDomainModel(input.mode)
            let summary: PlacesLoadSummaryDomainModel = try await refusing {
                try await useCase.execute(document: document, mode: mode)
            }
            try await emit(.summary(PlacesLoadSummary(summary)))
            return .done
        }
    }

    /// The whole document; refused as soon as it is too long, so a caller can not fill the memory.
    private static func document(
        from commands: Commands<[UInt8]>, progress: (Int) async throws -> Void
    ) async throws -> [UInt8] {
        var document: [UInt8] = []
        var told: Int = 0
        var iterator: Commands<[UInt8]>.AsyncIterator = commands.makeAsyncIterator()
        while let chunk: [UInt8] = try await iterator.nextOrCancelled() {
            guard document.count + chunk.count <= LoadPlacesUseCase.largestDocument else {
                throw MapsRefusal.tooLarge(limit: LoadPlacesUseCase.largestDocument)
            }
            document += chunk
            if document.count - told >= progressBytes {
                told = document.count
                try await progress(told)
            }
        }
        try await progress(document.count)
        return document
    }
}
