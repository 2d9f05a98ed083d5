import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeWorld
import Logging
private import Synchronization

/// Verticals that were made together, with the motherboard that finds their boards.
public final class Launcher: Sendable {
    /// Finds the boards of these verticals, and of those that they use.
    public let mainboard: Motherboard

    let options: MainOptions
    let local: LocalServers = LocalServers()
    private let state: Mutex<State> = Mutex(State())

    private struct State {
        var verticals: [ServedVertical] = []
        var openers: [any URLOpenerPlugin] = []
    }

    init(motherboard: Motherboard, options: MainOptions) {
        mainboard = motherboard
        self.options = options
    }

    var verticals: [ServedVertical] { state.withLock { $0.verticals } }

    /// Activates what comes first.
    @discardableResult
    public func launch(_ first: (Motherboard) -> Void) -> Launcher {
        first(mainboard)
        return self
    }

    /// Opens a deep link: every vertical that declares the URL's path is asked.
    /// - Returns: the paths that were opened; empty where nobody knows the path.
    @discardableResult
    public func open(url: String) -> [String] {
        guard let link: DeepLink = DeepLink(url) else { return [] }
        let openers: [any URLOpenerPlugin] = state.withLock { $0.openers.filter { $0.matchingPath == link.path } }
        for opener in openers { opener.mainboard(mainboard, openURLWithParameters: link.parameters) }
        return openers.map(\.matchingPath)
    }

    /// Takes no more calls, waits for those in flight for at most the options' grace time, and closes what the modules
    /// hold open.
    public func stop() async {
        for vertical in verticals.reversed() { await vertical.drain(timeout: options.graceTime) }
        for vertical in verticals.reversed() { await vertical.close() }
        mainboard.disconnect()
    }

    /// Makes the verticals, in the order of installation, once the ways to all that may be called are known.
    func make(_ plugins: [InstalledPlugin]) async throws(LaunchError) {
        connectEdges(of: plugins)
        for plugin in plugins {
            let vertical: ServedVertical = try await make(plugin, own: plugins.count > 1 ? plugin.name : nil)
            local[plugin.name] = vertical.server
            state.withLock { state in
                state.verticals.append(vertical)
                state.openers.append(contentsOf: plugin.urlOpenerPlugins)
            }
        }
    }

    private func make(_ plugin: InstalledPlugin, own folder: String?) async throws(LaunchError) -> ServedVertical {
        var options: MainOptions = options
        if let folder {
            options.stateDirectory += "/" + folder
            options.runtimeDirectory += "/" + folder
        }
        try makeDirectory(options.stateDirectory)
        try makeDirectory(options.runtimeDirectory)
        let component: ModuleComponent
        do {
            component = try await mainboard.world.bind { try await plugin.prepare(options) }
        } catch let error as LaunchError {
            throw error
        } catch {
            throw .preparation(vertical: plugin.name, String(describing: error))
        }
        return ServedVertical(plugin: plugin, component: component, mainboard: mainboard, options: options)
    }

    private func makeDirectory(_ path: String) throws(LaunchError) {
        do {
            try FilePath.makeDirectory(path)
        } catch {
            throw .resource("the directory \(path) can not be made: \(error)")
        }
    }
}
