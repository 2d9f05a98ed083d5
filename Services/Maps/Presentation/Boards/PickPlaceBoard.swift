import Colonnade
public import MapsDomain
import MapsIO

/// `pickPlace`: a map that is open until a place was picked or the map dismissed.
public struct PickPlaceBoard: Sendable {
    private let useCase: PickPlaceUseCase

    public init(useCase: PickPlaceUseCase) {
        self.useCase = useCase
    }

    func activate(
        with input: MapConfiguration, _ commands: Commands<MapCommand>
    ) -> OutputSequence<MapOutput, MapsRefusal> {
        OutputSequence { [useCase] emit in
            var answer: PickAnswerDomainModel = try await useCase.execute(.open, on: PickingDomainModel(input))
            for shown: PickShowDomainModel in answer.shown { try await emit(MapOutput(shown)) }
            var iterator: Commands<MapCommand>.AsyncIterator = commands.makeAsyncIterator()
            while let command: MapCommand = try await iterator.nextOrCancelled() {
                answer = try await useCase.execute(PickActionDomainModel(command), on: answer.picking)
                for shown: PickShowDomainModel in answer.shown { try await emit(MapOutput(shown)) }
                if let end: PickEndDomainModel = answer.end { return end == .picked ? .done : .notDone }
            }
            return .notDone
        }
    }
}
