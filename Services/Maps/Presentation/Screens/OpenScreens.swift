public import Colonnade
import ColonnadePresentation
import MapsIO

/// Screens of maps that are open at the same time, and how long one stays open on which nothing is done: as the map of `pickPlace`.
public final class OpenScreens: Sendable {
    /// What one consumer may have open: a shell has one for each page, and each is some 24 KB.
    static let limit: Int = 4_000

    private let limit: ShareLimit = ShareLimit(OpenScreens.limit, of: "screens of maps are open")
    private let watch: SilenceWatch

    /// - Parameter clock: by which people are waited for.
    public init(clock: WorldClock) {
        watch = SilenceWatch(patience: PickPlaceBoard.patience, sleep: clock.sleep)
    }

    /// A screen that one of a consumer's people has opened.
    func show<Model: ViewModel>(
        _ view: @escaping @Sendable (Model.State) -> Screen, _ actions: Commands<ScreenAction>,
        model: @escaping @Sendable () async throws -> Model
    ) -> OutputSequence<ScreenOutput, MapsRefusal> {
        let consumer: String = CallingConsumer.current ?? ""
        return OutputSequence { [limit, watch] emit in
            try await limit.run(for: consumer) {
                try await watch.attend { heard in
                    try await OutputSequence<ScreenOutput, MapsRefusal>.show(view, actions, to: emit, acted: { heard.more(1) }) {
                        let model: Model = try await refusing { try await model() }
                        heard.onSilence { [weak model] in model?.output.finish(.notDone) }
                        return model
                    }
                }
            }
        }
    }
}
