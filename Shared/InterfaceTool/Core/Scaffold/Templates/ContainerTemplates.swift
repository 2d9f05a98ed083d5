extension Template {
    /// How a new vertical is put together, and its daemon.
    static let containers: [Template] = [
        Template(
            "Services/__Name__/DependencyContainer/__Name__ConfigurationInOut.swift",
            #"""
            import ColonnadeContract

            /// What a launcher may set for __name__.
            public struct __Name__Configuration: Configuration, Hashable, Sendable {
                /// How long a text may be, in characters: 1 to 10000; nil is 1000.
                public let textLimit: Int?

                public init(textLimit: Int? = nil) {
                    self.textLimit = textLimit
                }
            }
            """#),
        Template(
            "Services/__Name__/DependencyContainer/World+__Name__.swift",
            #"""
            public import Colonnade

            extension World {
                /// The own part of __name__ in the world.
                public struct __Name__: LocalWorld {
                    public let configuration: __Name__Configuration
                }

                /// The own part of __name__ in the world; there once ``configure__Name__(config:)`` has run.
                public var __entrance__: __Name__ { self[__Name__.self] }

                /// Puts the part of __name__ into the world.
                public mutating func configure__Name__(config: __Name__Configuration) {
                    self[__Name__.self] = __Name__(configuration: config)
                }
            }
            """#),
        Template(
            "Services/__Name__/DependencyContainer/__Name__DataLayerContainer.swift",
            #"""
            import __Name__Data

            /// What keeps and reads entries.
            struct __Name__DataLayerContainer: Sendable {
                let entries: EntryRepository
                private let database: __Name__Database

                init(stateDirectory: String) throws {
                    database = try __Name__Database(directory: stateDirectory)
                    entries = EntryRepository(database)
                }

                func close() throws {
                    try database.close()
                }
            }
            """#),
        Template(
            "Services/__Name__/DependencyContainer/__Name__DomainLayerContainer.swift",
            #"""
            import __Name__DataDomainInterface
            import __Name__Domain

            /// What people can do with __name__: the use cases, over what implements the domain's interfaces.
            struct __Name__DomainLayerContainer: Sendable {
                private let keeping: any KeepEntriesInterface
                private let textLimit: Int

                init(data: __Name__DataLayerContainer, textLimit: Int) {
                    keeping = EntriesInRepository(data.entries)
                    self.textLimit = textLimit
                }

                var keepEntry: KeepEntryUseCase { KeepEntryUseCase(keeping: keeping, textLimit: textLimit) }
            }
            """#),
        Template(
            "Services/__Name__/DependencyContainer/__Name__Container.swift",
            #"""
            import Colonnade
            import __Name__Domain
            import __Name__Presentation

            /// The module: its boards over the use cases, and what has to be done when it starts and ends.
            struct __Name__Container: Sendable {
                private let data: __Name__DataLayerContainer
                private let domain: __Name__DomainLayerContainer

                /// Opens the database.
                /// - Parameter stateDirectory: exists, and belongs to __name__ alone.
                /// - Throws: LaunchError where the configuration is out of range; what SQLite says where the database can not be opened.
                init(stateDirectory: String, world: World.__Name__) async throws {
                    let textLimit: Int = try Self.textLimit(world.configuration)
                    data = try await offload { try __Name__DataLayerContainer(stateDirectory: stateDirectory) }
                    domain = __Name__DomainLayerContainer(data: data, textLimit: textLimit)
                }

                /// The module's boards, as one interface.
                func makeVertical() -> __Name__Vertical {
                    __Name__Vertical(
                        keep: KeepBoard(useCase: domain.keepEntry))
                }

                /// Closes the database.
                func close() async {
                    do {
                        try await offload { [data] in try data.close() }
                    } catch {
                        // The process ends anyhow, and what was confirmed is on the disk.
                        Logger(label: "__name__").warning("the database could not be closed", metadata: ["error": "\(error)"])
                    }
                }

                private static func textLimit(_ configuration: __Name__Configuration) throws(LaunchError) -> Int {
                    let limit: Int = configuration.textLimit ?? 1000
                    guard KeepEntryUseCase.textLimits.contains(limit) else {
                        throw .configuration(
                            vertical: "__name__", "textLimit is \(limit); give a number from 1 to 10000, or leave it out")
                    }
                    return limit
                }
            }
            """#),
        Template(
            "Services/__Name__/DependencyContainer/__Name__LauncherPlugin.swift",
            #"""
            public import Colonnade
            import __Name__IO
            import __Name__Presentation

            /// The single public entry of __name__.
            public struct __Name__LauncherPlugin: LauncherPlugin {
                public let name: String = "__name__"
                public let offers: [ContractDescriptor] = [__Name__Contract.descriptor]

                public init() {}

                /// Puts the configuration into the world.
                public func configure(_ world: inout World, config: __Name__Configuration) {
                    world.configure__Name__(config: config)
                }

                /// Opens the database, and makes the boards over it.
                /// - Throws: LaunchError where the configuration is out of range; what SQLite says where the database can not be opened.
                public func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
                    let container: __Name__Container = try await __Name__Container(
                        stateDirectory: options.stateDirectory, world: Current.__entrance__)
                    return ModuleComponent(modulePlugins: [__Name__ModulePlugin(container: container)]) {
                        await container.close()
                    }
                }
            }

            /// Serves the boards of __name__ to other verticals.
            struct __Name__ModulePlugin: ModulePlugin {
                let container: __Name__Container

                func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
                    [__Name__Dispatcher(container.makeVertical())]
                }
            }
            """#),
        Template(
            "Services/__Name__/Daemon/Main.swift",
            #"""
            import Colonnade
            import __Name__

            @main
            enum Main {
                static func main() {
                    PluginLauncher.with(options: .default).install(launcherPlugin: __Name__LauncherPlugin()).run()
                }
            }
            """#),
    ]
}
