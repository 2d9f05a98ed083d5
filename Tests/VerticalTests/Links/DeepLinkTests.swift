import Colonnade
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTesting
import Testing

@testable import ColonnadeVertical

@Suite("Deep links", .timeLimit(.minutes(2)))
struct DeepLinkTests {
    /// Opens `/places/{id}`, but not the place 0.
    struct PlaceOpener: URLOpenerPlugin {
        let matchingPath: String = "/places/{id}"

        func validate(_ parameters: LinkParameters) throws(LinkRefusal) {
            if parameters["id"] == "0" { throw LinkRefusal("There is no place 0.") }
        }

        func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
            Route(name: "Place", value: Array("\(parameters["id"] ?? "?"), \(parameters["name"] ?? "no name")".utf8))
        }
    }

    struct HomeOpener: URLOpenerPlugin {
        let matchingPath: String

        func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
            Route(name: "Home", value: [])
        }
    }

    struct LinkedLauncherPlugin: LauncherPlugin {
        let name: String = "linked"
        let offers: [ContractDescriptor] = []
        let urlOpenerPlugins: [any URLOpenerPlugin]

        func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
            ModuleComponent(modulePlugins: [])
        }
    }

    @Test("A URL opens the pattern that says most, with its parameters, and nothing else")
    func opens() async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let plugin: LinkedLauncherPlugin = LinkedLauncherPlugin(urlOpenerPlugins: [PlaceOpener(), HomeOpener(matchingPath: "/places/home")])
        let plugins: PluginLauncher = PluginLauncher.with(options: MainOptions(home: home)).install(launcherPlugin: plugin)
        #expect(plugins.descriptions.map(\.deepLinks) == [["/places/{id}", "/places/home"]])
        let loop: EventLoop = EventLoop(name: "test")
        let launcher: Launcher = try await plugins.initialize(on: loop)
        let route: Route = Route(name: "Place", value: Array("7/a, St Mary".utf8))
        #expect(
            await launcher.open(url: "clinic://app/places/7%2Fa?id=8&name=St%20Mary")
                == ["linked": .leads(LinkMatch(pattern: "/places/{id}", route: route))])
        #expect(
            await launcher.open(url: "/places/home")
                == ["linked": .leads(LinkMatch(pattern: "/places/home", others: ["/places/{id}"], route: Route(name: "Home", value: [])))])
        #expect(await launcher.open(url: "/places/0") == ["linked": .refused(pattern: "/places/{id}", reason: "There is no place 0.")])
        #expect(await launcher.open(url: "http://app/elsewhere?id=7").isEmpty)
        #expect(await launcher.open(url: "http://[").isEmpty)
        await launcher.stop()
        loop.shutdown()
    }

    @Test("Two patterns of which neither says more keep the launcher from starting, and both are named")
    func conflicts() async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let plugin: LinkedLauncherPlugin = LinkedLauncherPlugin(urlOpenerPlugins: [
            PlaceOpener(), HomeOpener(matchingPath: "/places/{name}"),
        ])
        let plugins: PluginLauncher = PluginLauncher.with(options: MainOptions(home: home)).install(launcherPlugin: plugin)
        let loop: EventLoop = EventLoop(name: "test")
        let error: LaunchError? = await #expect(throws: LaunchError.self) { try await plugins.initialize(on: loop) }
        #expect("\(error!)".contains("'/places/{name}'") && "\(error!)".contains("'/places/{id}'"))
        loop.shutdown()
    }
}
