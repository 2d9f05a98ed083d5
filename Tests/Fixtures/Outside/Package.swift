// swift-tools-version: 6.2
import PackageDescription

let colonnade: Target.Dependency = .product(name: "Colonnade", package: "Colonnade")
let presentation: Target.Dependency = .product(name: "ColonnadePresentation", package: "Colonnade")
// Handlers stay on the thread of the event loop, as the platform's own code does.
let settings: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let package: Package = Package(
    name: "Hello",
    dependencies: [
        .package(name: "Colonnade", path: "../../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(name: "GreeterIO", dependencies: [colonnade], exclude: ["Greeter.contract.json"], swiftSettings: settings),
        .target(name: "Greeter", dependencies: ["GreeterIO", colonnade], swiftSettings: settings),
        .executableTarget(name: "svc-greeter", dependencies: ["Greeter", colonnade], swiftSettings: settings),
        .executableTarget(name: "greet", dependencies: ["GreeterIO", colonnade], swiftSettings: settings),
        .testTarget(
            name: "GreeterTests",
            dependencies: ["Greeter", "GreeterIO", "svc-greeter", colonnade, .product(name: "ColonnadeTesting", package: "Colonnade")],
            swiftSettings: settings),
        // A vertical with a screen.
        .target(name: "TallyIO", dependencies: [colonnade], exclude: ["Tally.contract.json"], swiftSettings: settings),
        .target(name: "Tally", dependencies: ["TallyIO", colonnade, presentation], swiftSettings: settings),
        .testTarget(
            name: "TallyTests",
            dependencies: [
                "Tally", "TallyIO", colonnade, presentation, .product(name: "ColonnadeTesting", package: "Colonnade"),
            ],
            swiftSettings: settings),
        // A daemon with a library of its own choice inside, run as a service among others.
        .executableTarget(
            name: "svc-doorman",
            dependencies: [
                "GreeterIO", colonnade, .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: settings),
        .testTarget(
            name: "DoormanTests",
            dependencies: [
                "GreeterIO", "svc-doorman", colonnade, .product(name: "ColonnadeTesting", package: "Colonnade"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: settings),
    ]
)
