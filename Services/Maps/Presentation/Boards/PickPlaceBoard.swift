public import Colonnade
public import MapsDomain
import MapsIO

/// `pickPlace`: a map that is open until a place was picked or the map dismissed.
public struct PickPlaceBoard: Sendable {
    /// How long a map on which nothing is done stays open: people look at one for a while, and an open one is memory.
    static let patience: Duration = .seconds(600)

    /// Maps that one consumer may have open at the same time: each is some 20 KB.
    static let mapLimit: Int = 1000

    private let useCase: PickPlaceUseCase
    private let maps: ShareLimit = ShareLimit(mapLimit, of: "maps are open")
    private let watch: SilenceWatch

    /// - Parameter clock: by which commands are waited for.
    public init(useCase: PickPlaceUseCase, clock: WorldClock) {
        self.useCase = useCase
        watch = SilenceWatch(patience: Self.patience, sleep: clock.sleep)
    }

    func activate(
        with input: MapConfiguration, _ commands: Commands<MapCommand>
    ) -> OutputSequence<MapOutput, MapsRefusal> {
        let consumer: String = CallingConsumer.current ?? ""
        return OutputSequence { [self] emit in
            try await maps.run(for: consumer) {
                do {
                    return try await watch.run { heard in try await converse(PickingDomainModel(input), commands, heard, emit) }
                } catch is FellSilent {
                    return .notDone
                }
            }
        }
    }

    private func converse(
        _ picking: PickingDomainModel, _ commands: Commands<MapCommand>, _ heard: SilenceWatch.Heard,
        _ emit: OutputSequence<MapOutput, MapsRefusal>.Emit
    ) async throws -> Completion {
        var answer: PickAnswerDomainModel = try await useCase.execute(.open, on: picking)
        for shown: PickShowDomainModel in answer.shown { try await emit(MapOutput(shown)) }
        var iterator: Commands<MapCommand>.AsyncIterator = commands.makeAsyncIterator()
        while let command: MapCommand = try await iterator.nextOrCancelled() {
            heard.more(1)
            answer = try await useCase.execute(PickActionDomainModel(command), on: answer.picking)
            for shown: PickShowDomainModel in answer.shown { try await emit(MapOutput(shown)) }
            if let end: PickEndDomainModel = answer.end { return end == .picked ? .done : .notDone }
        }
        return .notDone
    }
}
