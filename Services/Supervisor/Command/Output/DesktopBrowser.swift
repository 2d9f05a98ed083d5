import ColonnadeEventLoop
import FoundationEssentials

/// The browser of the person's desktop, started by xdg-open.
struct DesktopBrowser {
    private let program: String

    /// Nil where there is no desktop, or no xdg-open.
    static func find() -> DesktopBrowser? {
        let environment: [String: String] = ProcessInfo.processInfo.environment
        guard StandardOutput.isTerminal, environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return nil }
        let places: [Substring] = (environment["PATH"] ?? "").split(separator: ":")
        let programs: [String] = places.map { "\($0)/xdg-open" }
        return programs.first { FileManager.default.isExecutableFile(atPath: $0) }.map { DesktopBrowser(program: $0) }
    }

    /// Starts the browser, which goes on when this program has ended.
    func open(_ address: String, on loop: EventLoop) throws(CommandFailure) {
        var request: SpawnRequest = SpawnRequest(executable: program, arguments: [address])
        request.environment = ProcessInfo.processInfo.environment
        request.deathSignal = nil
        do {
            _ = try ChildProcess.spawn(request, loop: loop) { _ in }
        } catch {
            throw CommandFailure(.failed, "The browser could not be started: \(error). Open \(address) yourself, or use --print.")
        }
    }
}
