import ColonnadeContract
import ColonnadeEventLoop
public import ColonnadeSystemIO
import ColonnadeWorld
import Logging
private import Synchronization

/// Verticals that were made together, each with a motherboard of its own.
public final class Launcher: Sendable {
    /// The motherboard of the only vertical. With several verticals, the launcher's own, which reaches all that they offer as the
    /// consumer `launcher`; it knows its own rules and none of the verticals'.
    public let mainboard: Motherboard

    let options: MainOptions
    let local: LocalServers = LocalServers()
    private let mainboards: [String: Motherboard]
    private let state: Mutex<State> = Mutex(State())

    private struct State {
        var verticals: [ServedVertical] = []
        /// Whether the wait for calls in flight is over.
        var isHurried: Bool = false
    }

    /// - Parameter mainboards: the verticals', by their names.
    init(mainboard: Motherboard, mainboards: [String: Motherboard], options: MainOptions) {
        self.mainboard = mainboard
        self.mainboards = mainboards
        self.options = options
    }

    var verticals: [ServedVertical] { state.withLock { $0.verticals } }

    /// The motherboard of one vertical, as its modules see it; nil where there is no such vertical.
    public func mainboard(of vertical: String) -> Motherboard? {
        mainboards[vertical]
    }

    /// What a URL means to each vertical that opens it, by the vertical's name. Conflicts were found when the verticals were made.
    public func open(url: String) async -> [String: LinkAnswer] {
        var answers: [String: LinkAnswer] = [:]
        for vertical: ServedVertical in verticals {
            let answer: LinkAnswer = await vertical.open(url)
            if case .unmatched = answer { continue }
            answers[vertical.name] = answer
        }
        return answers
    }

    /// Takes no more calls, waits for those in flight for at most the options' grace time, and closes what the modules
    /// hold open.
    public func stop() async {
        for vertical in verticals.reversed() {
            let isHurried: Bool = state.withLock { $0.isHurried }
            await vertical.drain(timeout: isHurried ? .zero : options.graceTime)
        }
        for vertical in verticals.reversed() { await vertical.close() }
        disconnect()
    }

    func disconnect() {
        for mainboard in [mainboard] + mainboards.sorted(by: { $0.key < $1.key }).map(\.value) { mainboard.disconnect() }
    }

    /// Ends the wait of ``stop()`` for calls in flight: each gets its terminal frame at once, as when the grace time is over.
    func hurry() {
        state.withLock { $0.isHurried = true }
        for vertical in verticals { vertical.server.endDrain() }
    }

    /// Makes the verticals in the order of installation, once the channels to all that they may call are known. If one fails, closes
    /// those that were made.
    func make(_ plugins: [InstalledPlugin]) async throws(LaunchError) {
        connectEdges(of: plugins, mainboards)
        do throws(LaunchError) {
            for plugin in plugins { try await make(plugin, options.of(plugin.name, among: plugins.count)) }
        } catch {
            await stop()
            throw error
        }
    }

    private func make(_ plugin: InstalledPlugin, _ options: MainOptions) async throws(LaunchError) {
        guard let mainboard: Motherboard = mainboards[plugin.name] else { preconditionFailure("\(plugin.name) has no motherboard") }
        try makeStateDirectory(options.stateDirectory, mainboard.log)
        try makeDirectory(options.runtimeDirectory)
        let component: ModuleComponent
        do {
            component = try await mainboard.world.bind { try await plugin.prepare(options) }
        } catch let error as LaunchError {
            throw error
        } catch {
            throw .preparation(vertical: plugin.name, String(describing: error))
        }
        let vertical: ServedVertical = ServedVertical(
            plugin: plugin, component: component, mainboard: mainboard, options: options)
        local[plugin.name] = vertical.server
        state.withLock { $0.verticals.append(vertical) }
    }

    private func makeStateDirectory(_ path: String, _ log: Logger) throws(LaunchError) {
        do throws(PrivateDirectoryError) {
            guard try FilePath.makePrivateDirectory(path) else { return }
            log.notice("the state directory was closed to other users, who could read it", metadata: ["directory": "\(path)"])
        } catch {
            throw .resource(error.description)
        }
    }

    private func makeDirectory(_ path: String) throws(LaunchError) {
        do {
            try FilePath.makeDirectory(path)
        } catch {
            throw .resource("the directory \(path) can not be made: \(error)")
        }
    }
}
