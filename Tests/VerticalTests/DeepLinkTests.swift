import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import Testing

@testable import ColonnadeVertical

@Suite("Deep links")
struct DeepLinkTests {
    struct PlaceOpener: URLOpenerPlugin {
        let matchingPath: String = "/place"
        let seen: Mailbox<[String: String]>

        func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: [String: String]) {
            seen.put(parameters)
        }
    }

    struct LinkedLauncherPlugin: LauncherPlugin {
        let name: String = "linked"
        let offers: [ContractDescriptor] = []
        let seen: Mailbox<[String: String]>

        var urlOpenerPlugins: [any URLOpenerPlugin] { [PlaceOpener(seen: seen)] }

        func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
            ModuleComponent(modulePlugins: [])
        }
    }

    @Test("A URL opens the path that a vertical declares, with its parameters, and nothing else")
    func opens() async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let seen: Mailbox<[String: String]> = Mailbox()
        let plugins: PluginLauncher = PluginLauncher.with(options: MainOptions(home: home))
            .install(launcherPlugin: LinkedLauncherPlugin(seen: seen))
        #expect(plugins.descriptions.map(\.deepLinks) == [["/place"]])
        let loop: EventLoop = EventLoop(name: "test")
        let launcher: Launcher = try await plugins.initialize(on: loop)
        #expect(launcher.open(url: "clinic://app/place?id=7&name=St%20Mary") == ["/place"])
        #expect(launcher.open(url: "clinic://app/elsewhere?id=7").isEmpty)
        #expect(launcher.open(url: "http://[").isEmpty)
        #expect(seen.all == [["id": "7", "name": "St Mary"]])
        loop.shutdown()
    }
}
