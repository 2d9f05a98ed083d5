// swift-tools-version: 6.2
import PackageDescription

// One line adds or removes a vertical, its edges included.
let verticals: [Vertical] = [
    vertical("Authentication", uses: [], data: [.grdb, "ColonnadeCryptography"]),
    vertical("Maps", uses: [], stores: [Store("SQLite", [.grdb]), Store("Grid")]),
    vertical("ClinicalRecords", uses: ["Authentication", "Maps"], data: [.grdb]),
    vertical("Appointments", uses: ["Authentication", "Maps"], data: [.grdb]),
]

let package = Package(
    name: "Colonnade",
    products: [
        .library(
            name: "Colonnade",
            targets: [
                "Colonnade", "ColonnadePrelude", "ColonnadeWire", "ColonnadeContract", "ColonnadeSystemIO", "ColonnadeWorld",
                "ColonnadeVertical", "ColonnadeContinuation",
            ]),
        .library(name: "ColonnadeSessions", targets: ["ColonnadeSessions"]),
        .library(name: "ColonnadePresentation", targets: ["ColonnadePresentation"]),
        .library(name: "ColonnadeTelemetry", targets: ["ColonnadeTelemetry"]),
        .library(name: "ColonnadeTesting", targets: ["ColonnadeTesting"]),
        .plugin(name: "GenerateInterface", targets: ["GenerateInterface"]),
        .executable(name: "svc-supervisor", targets: ["svc-supervisor"]),
        .executable(name: "svc-interface", targets: ["svc-interface"]),
        .executable(name: "svc-echo", targets: ["svc-echo"]),
        .executable(name: "svc-clinic", targets: ["svc-clinic"]),
        .executable(name: "svc-octopus", targets: ["svc-octopus"]),
    ] + verticals.flatMap(\.products),
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: sharedTargets() + supervisorTargets() + interfaceToolTargets() + ioInterfaceTargets(verticals)
        + verticals.flatMap(\.targets) + clinicTargets(verticals) + shellTargets(verticals) + benchmarkTargets() + fuzzTargets()
        + versionTargets() + simulationTargets(verticals)
        + wantedTests(testTargets(verticals))
)

// MARK: - The platform

func sharedTargets() -> [Target] {
    [
        library("ColonnadePrelude", in: "Shared/Prelude"),
        library("ColonnadeWire", in: "Shared/Wire", ["ColonnadePrelude"], exclude: ["wire.proto"]),
        library(
            "ColonnadeContract", in: "Shared/Contract", ["ColonnadeWire", "ColonnadeContinuation"],
            exclude: ["Descriptors/Descriptors.contract.json", "Frames/Frames.contract.json"]),
        library(
            "ColonnadeSystemIO", in: "Shared/SystemIO", ["ColonnadeContract"],
            exclude: [
                "Supervisor.contract.json", "Introspection.contract.json", "Presentation.contract.json", "ScreenParts.contract.json",
                "Shell.contract.json",
            ]),
        library("ColonnadeWorld", in: "Shared/World", ["ColonnadeContract", "ColonnadeSystemIO"]),
        .systemLibrary(name: "CLibuv", path: "Shared/CLibuv", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
        .target(name: "CSpawn", path: "Shared/CSpawn"),
        library("ColonnadeContinuation", in: "Shared/EventLoop/Continuation"),
        library(
            "ColonnadeEventLoop", in: "Shared/EventLoop", ["CLibuv", "CSpawn", "ColonnadeContinuation", .deque, .heap],
            exclude: ["Continuation"]),
        library(
            "ColonnadeTransport", in: "Shared/Transport",
            ["ColonnadeWire", "ColonnadeContract", "ColonnadeEventLoop", .deque]),
        library(
            "ColonnadeVertical", in: "Shared/Vertical",
            [
                "ColonnadePrelude", "ColonnadeWire", "ColonnadeContract", "ColonnadeSystemIO", "ColonnadeWorld",
                "ColonnadeEventLoop", "ColonnadeTransport", .logging,
            ]),
        .systemLibrary(name: "CSodium", path: "Shared/CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .target(
            name: "ColonnadeCryptography", dependencies: ["CSodium"], path: "Shared/Cryptography",
            // C functions whose buffers have bounds are called with spans: no unsafe code, and lengths are checked.
            swiftSettings: strict() + [.enableExperimentalFeature("SafeInteropWrappers")]),
        library("ColonnadeSessions", in: "Shared/Sessions", ["ColonnadeContract", "ColonnadeWorld", "ColonnadeCryptography"]),
        library(
            "Colonnade", in: "Shared/Colonnade",
            [
                "ColonnadePrelude", "ColonnadeWire", "ColonnadeContract", "ColonnadeSystemIO", "ColonnadeWorld",
                "ColonnadeVertical", .logging,
            ]),
        library("ColonnadePresentation", in: "Shared/Presentation", ["ColonnadeContract", "ColonnadeSystemIO"]),
        // By itself: a daemon that does not want it links nothing of these packages.
        library(
            "ColonnadeTelemetry", in: "Shared/Telemetry",
            [
                "ColonnadeContract", "ColonnadeSystemIO", "ColonnadeTransport", "ColonnadeVertical", "ColonnadeWire", .logging, .metrics,
                .tracing,
            ]),
        library(
            "ColonnadeTesting", in: "Shared/Testing",
            ["ColonnadeContract", "ColonnadeWorld", "ColonnadeEventLoop", "ColonnadeTransport", "ColonnadeVertical"]),
    ]
}

func supervisorTargets() -> [Target] {
    [
        library(
            "SupervisorCore", in: "Services/Supervisor/Core",
            ["ColonnadeWire", "ColonnadeContract", "ColonnadeSystemIO", .yams], exclude: ["Handover/SuiteHandover.contract.json"]),
        library(
            "SupervisorAdapters", in: "Services/Supervisor/Adapters",
            [
                "SupervisorCore", "ColonnadeWire", "ColonnadeContract", "ColonnadeSystemIO", "ColonnadeEventLoop",
                "ColonnadeTransport", .logging, .deque,
            ]),
        program(
            "svc-supervisor", in: "Services/Supervisor/Command",
            [
                "SupervisorCore", "SupervisorAdapters", "ColonnadeWire", "ColonnadeContract", "ColonnadeSystemIO",
                "ColonnadeEventLoop", "ColonnadeTransport", .argumentParser, .logging,
            ]),
    ]
}

func interfaceToolTargets() -> [Target] {
    [
        library(
            "InterfaceTool", in: "Shared/InterfaceTool/Core",
            [
                "ColonnadeContract", "ColonnadeSystemIO", "ColonnadeEventLoop", .swiftSyntax, .swiftParser, .swiftDiagnostics,
                .swiftParserDiagnostics, "ColonnadeCryptography",
            ]),
        program("svc-interface", in: "Shared/InterfaceTool/Command", ["InterfaceTool", .argumentParser]),
        .plugin(
            name: "GenerateInterface",
            capability: .command(
                intent: .custom(
                    verb: "generate-interface", description: "Writes XIOInterface.swift and X.contract.json beside every XInOut.swift"),
                permissions: [.writeToPackageDirectory(reason: "the generated files stand beside the InOut files, and are committed")]),
            path: "Shared/InterfaceTool/Plugin"),
    ]
}

// MARK: - The suite

func ioInterfaceTargets(_ verticals: [Vertical]) -> [Target] {
    verticals.map { interface($0.name, in: "Shared/IOInterface/\($0.name)IO") } + [
        library(
            "IOInterface", in: "Shared/IOInterface/IOInterface", verticals.map { .target(name: "\($0.name)IO") }),
        library(
            "ClinicSessions", in: "Shared/ClinicSessions",
            ["AuthenticationIO", "ColonnadeSessions", "ColonnadeContract", "ColonnadeWorld", "Colonnade"]),
    ]
}

struct Vertical {
    var name: String
    var products: [Product]
    var targets: [Target]
    /// What a process that runs several verticals needs of it: its entry, and the store that its own daemon has.
    var hosted: [Target.Dependency]

    /// The programs among the targets.
    var daemons: [Target.Dependency] { targets.filter { $0.type == .executable }.map { .target(name: $0.name) } }
}

/// One way for a vertical to keep its data, where it has several: a target `MapsGrid` in `Data-Grid`, and a daemon
/// `svc-maps-grid` in `Daemon-Grid`. The first is the vertical's own: `svc-maps` in `Daemon`.
struct Store {
    var name: String
    var libraries: [Target.Dependency]

    init(_ name: String, _ libraries: [Target.Dependency] = []) {
        self.name = name
        self.libraries = libraries
    }
}

/// The targets of one vertical. The layers and the walls between verticals are the dependencies written here. Where `tests` is given, its
/// tests in `Tests/MapsTests` are one of them, and use these libraries beside the vertical's own.
func vertical(
    _ name: String, uses edges: [String], data libraries: [Target.Dependency] = [], stores: [Store] = [],
    tests: [Target.Dependency]? = nil
) -> Vertical {
    let folder: String = "Services/\(name)"
    let daemons: [Target] =
        stores.isEmpty
        ? [program("svc-" + kebab(name), in: "\(folder)/Daemon", [.target(name: name), "Colonnade"])]
        : stores.enumerated().map { daemon(of: name, over: $1, isFirst: $0 == 0) }
    let clients: [Target.Dependency] = edges.map { .target(name: "\($0)IO") }
    let sessions: [Target.Dependency] = (edges + [name]).contains("Authentication") ? ["ClinicSessions", "ColonnadeSessions"] : []
    let targets: [Target] = [
        library("\(name)Domain", in: "\(folder)/Domain", ["ColonnadePrelude"]),
        library(
            "\(name)Data", in: "\(folder)/Data",
            [.target(name: "\(name)Domain"), "ColonnadePrelude", "ColonnadeContract"] + clients + libraries),
        library(
            "\(name)DataDomainInterface", in: "\(folder)/Data-DomainInterface",
            [.target(name: "\(name)Domain"), .target(name: "\(name)Data"), "ColonnadeContract"]),
        library(
            "\(name)Presentation", in: "\(folder)/Presentation",
            [.target(name: "\(name)Domain"), .target(name: "\(name)IO"), "Colonnade", "ColonnadePresentation"] + sessions),
        library(
            name, in: "\(folder)/DependencyContainer",
            [
                .target(name: "\(name)Domain"), .target(name: "\(name)Data"),
                .target(name: "\(name)DataDomainInterface"), .target(name: "\(name)Presentation"),
                .target(name: "\(name)IO"), "ColonnadeContract", "Colonnade", "ColonnadePresentation",
            ] + clients + sessions, exclude: ["\(name)Configuration.contract.json"]),
    ]
    let keeping: [Target] = stores.map { store in
        library("\(name)\(store.name)", in: "\(folder)/Data-\(store.name)", [.target(name: "\(name)Data")] + store.libraries)
    }
    let tested: [Target.Dependency] = [.target(name: name), .target(name: "\(name)IO"), "Colonnade", "ColonnadeTesting"]
    return Vertical(
        name: name, products: daemons.map { .executable(name: $0.name, targets: [$0.name]) },
        targets: targets + keeping + daemons
            + (tests.map { [test("\(name)Tests", tested + daemons.map { .target(name: $0.name) } + $0)] } ?? []),
        hosted: [.target(name: name)] + stores.prefix(1).map { .target(name: "\(name)\($0.name)") })
}

func daemon(of name: String, over store: Store, isFirst: Bool) -> Target {
    program(
        "svc-" + kebab(name) + (isFirst ? "" : "-" + kebab(store.name)),
        in: "Services/\(name)/Daemon" + (isFirst ? "" : "-" + store.name),
        [.target(name: name), .target(name: "\(name)Data"), .target(name: "\(name)\(store.name)"), "Colonnade"])
}

/// All verticals in one process, from the same modules as their own daemons.
func clinicTargets(_ verticals: [Vertical]) -> [Target] {
    [program("svc-clinic", in: "Services/Clinic/Daemon", verticals.flatMap(\.hosted) + ["Colonnade"])]
}

/// The app's shell: the only door to a browser. It knows all interfaces, and no vertical's rules.
func shellTargets(_ verticals: [Vertical]) -> [Target] {
    let interfaces: [Target.Dependency] = verticals.map { .target(name: "\($0.name)IO") }
    return [
        library("OctopusMarkup", in: "Services/Octopus/Markup", ["ColonnadeSystemIO", "ColonnadePresentation", .mustache]),
        library(
            "OctopusShell", in: "Services/Octopus/Shell",
            ["AuthenticationIO", "ColonnadeContract", "ColonnadeSystemIO", "ColonnadePresentation", "ColonnadeWorld"]),
        library(
            "OctopusFlows", in: "Services/Octopus/Flows",
            ["ColonnadePrelude", "ColonnadeContract", "ColonnadeSystemIO", "ColonnadePresentation", "ColonnadeWorld"] + interfaces),
        library(
            "OctopusHTTP", in: "Services/Octopus/HTTP",
            [
                "OctopusMarkup", "OctopusShell", "AuthenticationIO", "ColonnadeContract", "ColonnadePrelude", "ColonnadePresentation",
                "ColonnadeSystemIO", "ColonnadeWorld",
                .logging,
                .hummingbird, .hummingbirdCore, .httpTypes, .nioCore, .nioHTTPTypes, .metrics, .tracing,
            ]),
        library(
            "Octopus", in: "Services/Octopus/DependencyContainer",
            [
                "OctopusFlows", "OctopusHTTP", "OctopusShell", "Colonnade", "ColonnadeEventLoop", "ColonnadePresentation",
                "ColonnadeSystemIO", "ColonnadeContract",
            ]
                + interfaces, exclude: ["OctopusConfiguration.contract.json"]),
        program("svc-octopus", in: "Services/Octopus/Daemon", ["Octopus", "Colonnade", "ColonnadeTelemetry"]),
    ]
}

// MARK: - Benchmarks and tests

func benchmarkTargets() -> [Target] {
    [
        interface("Echo", in: "Tests/Benchmarks/EchoIO"),
        program(
            "svc-echo", in: "Tests/Benchmarks/Echo",
            ["EchoIO", "Colonnade", "ColonnadeWire", "ColonnadeEventLoop", "ColonnadeTransport", .argumentParser, .deque]),
        program(
            "bench-bookings", in: "Tests/Benchmarks/Bookings",
            ["AppointmentsIO", "AppointmentsStandIns", "AuthenticationIO", "Colonnade", "ColonnadeEventLoop", "ColonnadeTesting"],
            exclude: ["bare.c", "__main__.py"]),
        program(
            "demo-load", in: "Tests/Demo/Load",
            ["AppointmentsIO", "MapsIO", "Colonnade", "ColonnadeContract", "ColonnadeSystemIO", "ColonnadeEventLoop", "ColonnadeTransport"]),
        program("page-limit", in: "Tests/Benchmarks/Pages/Limit", [.hummingbird]),
    ]
}

func fuzzTargets() -> [Target] {
    [
        library(
            "WireFuzz", in: "Tests/Fuzz/Core",
            ["ColonnadeWire", "ColonnadeContract", "ColonnadeSessions", "ColonnadeWorld", "SuiteCodecs", "SupervisorCore"]),
        .target(name: "CFuzz", path: "Tests/Fuzz/CFuzz"),
        program("fuzz-wire", in: "Tests/Fuzz/Command", ["WireFuzz", "SuiteCodecs", "CFuzz"]),
        library(
            "SuiteCodecs", in: "Tests/SuiteCodecs",
            [
                "ColonnadeContract", "ColonnadeSystemIO", "ColonnadeWorld", "AppointmentsIO", "AuthenticationIO", "ClinicalRecordsIO",
                "MapsIO", "EchoIO", "KitchenSinkIO",
            ]),
        program(
            "oracle-codec", in: "Tests/Oracle/Codec",
            ["SuiteCodecs", "ColonnadeContract", "Appointments", "Authentication", "ClinicalRecords", "Maps", "Octopus"]),
    ]
}

/// One interface as it was built at three times, and a consumer of the first.
func versionTargets() -> [Target] {
    (1...3).flatMap { number in
        [
            library(
                "LedgerV\(number)IO", in: "Tests/Versions/LedgerV\(number)IO",
                ["ColonnadeWire", "ColonnadeContract", "ColonnadeSystemIO"], exclude: ["Ledger.contract.json"]),
            program("ledger-v\(number)", in: "Tests/Versions/ledger-v\(number)", [.target(name: "LedgerV\(number)IO"), "Colonnade"]),
        ]
    } + [program("ledger-reader", in: "Tests/Versions/ledger-reader", ["LedgerV1IO", "Colonnade"])]
}

/// All verticals and the supervisor's decisions in one process, in virtual time, from one seed.
func simulationTargets(_ verticals: [Vertical]) -> [Target] {
    [
        .target(name: "CSettle", path: "Tests/SuiteSimulation/CSettle"),
        program(
            "simulate-suite", in: "Tests/SuiteSimulation/Program",
            [
                "CSettle", "SupervisorCore", "Colonnade", "ColonnadeContract", "ColonnadeWire", "ColonnadeWorld", "ColonnadeSystemIO",
                "ColonnadeEventLoop", "ColonnadeTransport", "ColonnadeVertical", .grdb, .logging,
            ] + verticals.flatMap { $0.hosted + [.target(name: "\($0.name)IO")] }),
    ]
}

/// All tests, or those that `TESTS_ONLY` names: `make sanitize` builds them optimised, which takes 12 minutes for what links swift-syntax.
func wantedTests(_ tests: [Target]) -> [Target] {
    guard let wanted: String = Context.environment["TESTS_ONLY"] else { return tests }
    let names: Set<Substring> = Set(wanted.split(separator: " "))
    return tests.filter { !$0.isTest || names.contains($0.name[...]) }
}

func testTargets(_ verticals: [Vertical]) -> [Target] {
    [
        test("CryptographyTests", ["ColonnadeCryptography"]),
        test("SessionsTests", ["ColonnadeSessions", "ColonnadeWorld", "ColonnadeContract"]),
        test("WireTests", ["ColonnadePrelude", "ColonnadeWire", "ColonnadeContract", "WireFuzz"]),
        interface("KitchenSink", in: "Tests/KitchenSinkIO"),
        test(
            "AuthenticationTests",
            [
                "Authentication", "AuthenticationDomain", "AuthenticationData", "AuthenticationDataDomainInterface",
                "AuthenticationPresentation", "AuthenticationIO", "Colonnade", "ColonnadeContract", "ColonnadePresentation",
                "ColonnadeTesting",
                "svc-authentication",
            ]),
        test("ContractUnitTests", ["ColonnadeContract", "ColonnadeWire", "ColonnadeWorld", "EchoIO", "KitchenSinkIO"]),
        test("EventLoopTests", ["ColonnadeEventLoop", "ColonnadeWorld"]),
        test("TransportTests", ["ColonnadeTransport", "ColonnadeContract", "ColonnadeWire", "ColonnadeEventLoop", "EchoIO"]),
        test(
            "VerticalTests",
            [
                "Colonnade", "ColonnadeVertical", "ColonnadeWorld", "ColonnadeTransport", "ColonnadeEventLoop", "ColonnadeTesting",
                "EchoIO",
                "svc-echo",
            ]),
        test(
            "InterfaceToolTests", ["InterfaceTool", "ColonnadeContract", "ColonnadeWire", "ColonnadeWorld", "svc-interface"],
            exclude: ["Golden"]),
        test(
            "SupervisorTests",
            [
                "SupervisorCore", "ColonnadeContract", "ColonnadeSystemIO", "ColonnadeWorld", "ColonnadeEventLoop", "ColonnadeTransport",
                "EchoIO", "LedgerV1IO", "svc-supervisor", "svc-echo", "svc-octopus", "svc-authentication", "ledger-v1",
                "ledger-v2", "ledger-v3", "ledger-reader",
            ], exclude: ["Processes/metrics_peer.py", "Processes/top_person.py", "Processes/trace_person.py"]),
        test(
            "VersionTests",
            [
                "LedgerV1IO", "LedgerV2IO", "LedgerV3IO", "ledger-v1", "ledger-v2", "ledger-v3", "Colonnade", "ColonnadeTesting",
            ]),
        test(
            "MapsTests",
            [
                "Maps", "MapsDomain", "MapsData", "MapsSQLite", "MapsGrid", "MapsDataDomainInterface", "MapsPresentation", "MapsIO",
                "Colonnade", "ColonnadePresentation", "ColonnadeTesting", "ColonnadeEventLoop", "svc-maps", "svc-maps-grid", .grdb,
            ]),
        test(
            "ClinicalRecordsTests",
            [
                "ClinicalRecords", "ClinicalRecordsDomain", "ClinicalRecordsData", "ClinicalRecordsDataDomainInterface",
                "ClinicalRecordsPresentation", "ClinicalRecordsIO", "MapsIO", "ClinicSessions", "ColonnadeSessions", "Colonnade",
                "ColonnadePresentation", "ColonnadeTesting", .grdb,
            ]),
        library(
            "AppointmentsStandIns", in: "Tests/AppointmentsStandIns",
            [
                "AuthenticationIO", "ClinicSessions", "ColonnadeSessions", "Colonnade", "ColonnadeTesting", "ColonnadeTransport",
                "ColonnadeEventLoop",
            ]),
        test(
            "AppointmentsTests",
            [
                "Appointments", "AppointmentsDomain", "AppointmentsData", "AppointmentsDataDomainInterface", "AppointmentsPresentation",
                "AppointmentsIO", "AuthenticationIO", "AppointmentsStandIns", "MapsIO", "ClinicSessions", "ColonnadeSessions", "Colonnade",
                "ColonnadePresentation", "ColonnadeTesting", "ColonnadeEventLoop", "svc-appointments", .grdb,
            ], exclude: ["Support/read_calendar.py"]),
        test(
            "ClinicTests",
            [
                "Appointments", "AppointmentsIO", "Authentication", "AuthenticationIO", "ClinicalRecords", "ClinicalRecordsIO", "Maps",
                "MapsIO", "MapsSQLite", "Colonnade", "ColonnadeEventLoop", "ColonnadeTesting", "ColonnadeTransport", "ColonnadeVertical",
                "svc-clinic", "svc-authentication", "svc-maps", "svc-clinical-records", "svc-appointments",
            ]),
        test(
            "SuiteTests",
            [
                "ColonnadeContract", "ColonnadeWire", "ColonnadeEventLoop", "ColonnadeTransport", "IOInterface", "EchoIO", "svc-echo",
                "svc-supervisor", "svc-authentication", "svc-maps", "svc-maps-grid", "svc-clinical-records", "svc-appointments",
            ]),
        // Not the program itself: its own dispatch_async would stand before libdispatch's in the tests of all.
        test("SuiteSimulationTests", ["ColonnadeEventLoop"]),
        test(
            "ContractTests",
            [
                "RepositoryFiles", "Authentication", "AuthenticationIO", "ClinicSessions", "ClinicalRecordsData", "Maps", "MapsIO",
                "MapsSQLite", "Colonnade", "ColonnadeContract", "ColonnadeEventLoop", "ColonnadeSessions", "ColonnadeTesting",
                "svc-authentication", "svc-maps", "svc-maps-grid",
            ]),
        test(
            "OctopusTests",
            [
                "OctopusMarkup", "OctopusShell", "OctopusFlows", "OctopusHTTP", "Octopus", "ColonnadePresentation", "ColonnadeSystemIO",
                "ColonnadeContract", "ColonnadeWorld", "Colonnade", "ColonnadeTesting", "svc-octopus",
            ] + verticals.map { .target(name: "\($0.name)IO") }),
        interface("Gallery", in: "Tests/GalleryIO"),
        test(
            "PresentationTests",
            [
                "GalleryIO", "ColonnadePresentation", "ColonnadeSystemIO", "ColonnadeContract", "ColonnadeWorld", "Colonnade",
                "ColonnadeTesting",
            ]),
        test(
            "TelemetryTests",
            [
                "ColonnadeTelemetry", "ColonnadeVertical", "ColonnadeTransport", "ColonnadeEventLoop", "ColonnadeTesting", "Colonnade",
                "ColonnadeSystemIO", "EchoIO", .logging, .metrics, .tracing,
            ]),
        test("TestingTests", ["ColonnadeTesting", "Colonnade", "EchoIO"]),
        library("RepositoryFiles", in: "Tests/RepositoryFiles"),
        test("ArchitectureTests", ["RepositoryFiles"] + verticals.flatMap(\.daemons)),
    ]
}

// MARK: - Builds of a part

if let programs: String = Context.environment["PROGRAMS_ONLY"] {
    leaveOnly(Set(programs.split(whereSeparator: \.isWhitespace).map(String.init)), in: package)
}

/// Leaves these programs, and what they are made of: `make run` builds all that it starts at once, and nothing else.
func leaveOnly(_ programs: Set<String>, in package: Package) {
    let targets: [String: Target] = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var kept: Set<String> = []
    var waiting: Set<String> = programs
    while let name: String = waiting.popFirst() {
        guard let target: Target = targets[name], kept.insert(name).inserted else { continue }
        waiting.formUnion(names(of: target.dependencies))
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { !programs.contains($0.name) }
}

// MARK: - How a target is made

func strict() -> [SwiftSetting] {
    [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableExperimentalFeature("Lifetimes"),
    ]
}

func library(_ name: String, in path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: whole(dependencies), path: path, exclude: exclude, swiftSettings: strict())
}

func program(_ name: String, in path: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .executableTarget(name: name, dependencies: whole(dependencies), path: path, exclude: exclude, swiftSettings: strict())
}

/// With what comes with a module of the platform, because that re-exports it or has compiled it into its callers: SwiftPM builds a target
/// anew for the modules that it names, and for no others, so a change of what it does not name would leave it as it was, and the two would
/// not fit.
func whole(_ dependencies: [Target.Dependency]) -> [Target.Dependency] {
    let carried: [String: [String]] = [
        "Colonnade": ["Prelude", "Wire", "Contract", "SystemIO", "World", "Vertical", "Continuation"].map { "Colonnade\($0)" },
        "ColonnadeContract": ["ColonnadeWire", "ColonnadeContinuation"],
        "ColonnadeEventLoop": ["ColonnadeContinuation"],
    ]
    let named: [String] = names(of: dependencies)
    let unnamed: Set<String> = Set(named.flatMap { carried[$0] ?? [] }).subtracting(named)
    return dependencies + unnamed.sorted().map { .byName(name: $0) }
}

/// Of targets of this package among these.
func names(of dependencies: [Target.Dependency]) -> [String] {
    dependencies.compactMap { dependency in
        switch dependency {
        case .byNameItem(let name, _), .targetItem(let name, _): name
        default: nil
        }
    }
}

/// The interface of one vertical: written by hand in `XInOut.swift`, the rest generated beside it.
func interface(_ name: String, in path: String) -> Target {
    library("\(name)IO", in: path, ["ColonnadeWire", "ColonnadeContract", "ColonnadeSystemIO"], exclude: ["\(name).contract.json"])
}

func test(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: whole(dependencies), path: "Tests/\(name)", exclude: exclude, swiftSettings: strict())
}

/// `ClinicalRecords` is `clinical-records` on the command line and in file names.
func kebab(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
        if letter.isUppercase, !text.isEmpty { text += "-" }
        text += letter.lowercased()
    }
}

extension Target.Dependency {
    static var argumentParser: Self { .product(name: "ArgumentParser", package: "swift-argument-parser") }
    static var deque: Self { .product(name: "DequeModule", package: "swift-collections") }
    static var grdb: Self { .product(name: "GRDB", package: "GRDB.swift") }
    static var hummingbird: Self { .product(name: "Hummingbird", package: "hummingbird") }
    static var httpTypes: Self { .product(name: "HTTPTypes", package: "swift-http-types") }
    static var nioCore: Self { .product(name: "NIOCore", package: "swift-nio") }
    static var nioHTTPTypes: Self { .product(name: "NIOHTTPTypes", package: "swift-nio-extras") }
    static var hummingbirdCore: Self { .product(name: "HummingbirdCore", package: "hummingbird") }
    static var metrics: Self { .product(name: "CoreMetrics", package: "swift-metrics") }
    static var mustache: Self { .product(name: "Mustache", package: "swift-mustache") }
    static var heap: Self { .product(name: "HeapModule", package: "swift-collections") }
    static var logging: Self { .product(name: "Logging", package: "swift-log") }
    static var swiftDiagnostics: Self { .product(name: "SwiftDiagnostics", package: "swift-syntax") }
    static var swiftParser: Self { .product(name: "SwiftParser", package: "swift-syntax") }
    static var swiftParserDiagnostics: Self { .product(name: "SwiftParserDiagnostics", package: "swift-syntax") }
    static var swiftSyntax: Self { .product(name: "SwiftSyntax", package: "swift-syntax") }
    static var tracing: Self { .product(name: "Tracing", package: "swift-distributed-tracing") }
    static var yams: Self { .product(name: "Yams", package: "Yams") }
}
