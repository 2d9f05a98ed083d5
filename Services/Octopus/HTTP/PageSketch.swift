import ColonnadePresentation
import ColonnadeSystemIO
import OctopusMarkup
import OctopusShell

/// What a page shows, as short as it can be kept: screens are not unpacked, and shared with the page itself.
struct PageSketch: Hashable {
    /// What the primary flow shows; 0 for the home page.
    let step: UInt64
    let tiles: [TileSketch]
    let modal: TileSketch?
    let alerts: [PageAlert]
}

/// What a tile shows, with the names of people that belong into it.
struct TileSketch: Hashable {
    let id: String
    let shown: LiveScreen.Shown
    let names: [String: String]
    let canGoBack: Bool

    /// The tile, to be drawn.
    func tile() -> Tile { Tile(id: id, state: state, canGoBack: canGoBack, images: .served) }

    /// The tile without what is in it.
    func bare() -> Tile { Tile(id: id, canGoBack: canGoBack, images: .served) }

    private var state: TileState {
        switch shown {
        case .loading: .loading(name: nil)
        case .screen(let screen), .ended(let screen?): state(of: screen)
        case .failed(let failure):
            .failed(TileFailure(message: failure.message, report: failure.report, canTryAgain: failure.isPassing || failure.isBarrier))
        case .ended(nil): .failed(TileFailure(message: "This is done.", canTryAgain: true))
        }
    }

    private func state(of packed: PackedScreen) -> TileState {
        guard let screen: Screen = packed.unpacked() else {
            return .failed(TileFailure(message: "This can not be shown. Reload the page.", canTryAgain: true))
        }
        return .shown(names.isEmpty ? screen : screen.naming(names))
    }
}
