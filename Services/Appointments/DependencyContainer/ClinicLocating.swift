import AppointmentsDomain
import AppointmentsPresentation
import Colonnade
import MapsIO
private import Synchronization

/// The rules by which the clinics get their places: what `locateClinics` names, maps is asked for, and what maps answers is
/// kept. Where maps is down it is asked again, and appointments does without places until then.
final class ClinicLocating: Sendable {
    /// Between two rounds where maps could not be asked: at first, and at most.
    static let pauses: (first: Duration, longest: Duration) = (.seconds(1), .seconds(30))

    /// How long maps may take for an answer; silence is as if it were down.
    static let deadline: Duration = .seconds(5)

    /// Between two rounds where maps knows no such place: somebody may load it.
    static let patience: Duration = .seconds(600)

    private struct State {
        /// The clinic for which maps is being asked: one at a time, so that an answer has its question.
        var asked: ClinicDomainModel?
        var hasFailed: Bool = false
        var pause: Duration = pauses.first
        var round: Task<Result<Completion, CallFailure<NoRefusal>>, Never>?
        var isOver: Bool = false
    }

    private let useCase: LocateClinicsUseCase
    private let clock: WorldClock
    private let state: Mutex<State> = Mutex(State())

    init(useCase: LocateClinicsUseCase, clock: WorldClock) {
        self.useCase = useCase
        self.clock = clock
    }

    func applyRules(on mainboard: Motherboard) {
        let search: Service<PlaceSearch, [Place], Never, MapsRefusal> = mainboard.serviceMap.maps.searchPlaces
        mainboard.when(LocateClinicsBoard.id)
            .emits { [self] clinic in
                guard begin(clinic) else { return }
                defer { end() }
                await ask(search, for: PlaceSearch(text: clinic.placeText, limit: 1))
            }
            .completes { [self] completion in
                guard completion == .notDone else { return }
                try await clock.sleep(pause())
                start(on: mainboard)
            }
        mainboard.when(search)
            .emits { [self] places in keep(places) }
            .fails { [self] _ in fail() }
    }

    /// Begins a round.
    func start(on mainboard: Motherboard) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.round = mainboard.activation(of: LocateClinicsBoard.id).activate().task
        }
    }

    func stop() {
        state.withLock { state in
            state.isOver = true
            state.round?.cancel()
        }
    }

    /// Returns once the rules have seen how maps has answered, or that it has not.
    private func ask(_ search: Service<PlaceSearch, [Place], Never, MapsRefusal>, for place: PlaceSearch) async {
        let task: Task<Result<Completion, CallFailure<MapsRefusal>>, Never> = search.activation.activate(with: place).task
        await withTaskGroup(of: Void.self) { [clock] group in
            group.addTask { _ = await task.value }
            group.addTask {
                try? await clock.sleep(Self.deadline)
                task.cancel()
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Whether maps is to be asked; once it has failed, not before the next round.
    private func begin(_ clinic: ClinicDomainModel) -> Bool {
        state.withLock { state in
            guard !state.hasFailed else { return false }
            state.asked = clinic
            return true
        }
    }

    private func end() {
        state.withLock { $0.asked = nil }
    }

    private func keep(_ places: [Place]) {
        guard let clinic: ClinicDomainModel = state.withLock(\.asked) else { return }
        _ = useCase.execute(found: places.map(FoundPlaceDomainModel.init), for: clinic)
    }

    private func fail() {
        state.withLock { state in
            if state.asked != nil { state.hasFailed = true }
        }
    }

    /// How long to wait for the next round.
    private func pause() -> Duration {
        state.withLock { state in
            guard state.hasFailed else {
                state.pause = Self.pauses.first
                return Self.patience
            }
            state.hasFailed = false
            defer { state.pause = min(state.pause * 2, Self.pauses.longest) }
            return state.pause
        }
    }
}

extension FoundPlaceDomainModel {
    fileprivate init(_ place: Place) {
        let address: PlaceAddress = place.address
        let city: String = [address.postalCode, address.city].compactMap(\.self).joined(separator: " ")
        self.init(
            id: place.id, name: place.name,
            addressLines: [address.street, city.isEmpty ? nil : city, address.region].compactMap(\.self),
            latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    }
}
