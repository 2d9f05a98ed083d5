import Foundation
import Testing

@testable import InterfaceTool

@Suite("svc-interface new")
struct ScaffoldTests {
    private static let ours: String = """
        let verticals: [Vertical] = [
            vertical("Maps", uses: []),
        ]

        let package = Package(name: "Clinic", targets: [])

        """
    private static let theirs: String = """
        let suite: Package = Package(
            name: "Outside", dependencies: [.package(url: "https://example.org/Colonnade.git", from: "1.0.0")], targets: []
        )

        """
    private static let launcher: String = """
        launcher: clinic
        verticals:
          # The first.
          maps:
            executable: svc-maps    # and how
            config: { places: places.geojson }

        # Once all are ready.
        launch:
          - { board: maps.loadPlaces }

        """

    private static let host: String = """
        import Colonnade
        import Maps

        @main
        enum Main {
            static func main() {
                PluginLauncher.with(options: .default)
                    .install(launcherPlugin: MapsLauncherPlugin { Places(directory: $0) })
                    .run(as: "clinic")
            }
        }

        """

    private let folder: URL = FileManager.default.temporaryDirectory.appending(path: "colonnade-\(UUID().uuidString)")
    private var root: String { folder.path() }

    private func write(_ manifest: String, _ more: [String: String] = [:]) throws {
        let files: [String: String] = ["Package.swift": manifest, "deploy/launchers/clinic.yml": Self.launcher]
        for (path, text): (String, String) in files.merging(more, uniquingKeysWith: { $1 }) {
            let file: URL = folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
    }

    /// Every file of the package, with its text.
    private func files() throws -> [String: String] {
        let paths: [String] = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return try paths.reduce(into: [:]) { files, path in
            let file: URL = folder.appending(path: path)
            let isFolder: Bool = try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
            files[path] = isFolder ? "" : try String(contentsOf: file, encoding: .utf8)
        }
    }

    @Test("What is made is taken out again, to the last byte", arguments: [ours, theirs])
    func thereAndBack(manifest: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let exports: String = "// All.\n@_exported public import MapsIO\n@_exported public import SwitchesIO\n"
        try write(manifest, ["Shared/IOInterface/IOInterface/IOInterface.swift": exports, HostText.path: Self.host])
        let before: [String: String] = try files()
        let generated: [String] = try NewVertical("ClinicRooms", in: root).make()
        let made: [String: String] = try files()
        #expect(generated.count == 4 && generated.allSatisfy(FileManager.default.fileExists))
        #expect(made["Package.swift"]?.contains("    vertical(\"ClinicRooms\", uses: [], data: [.grdb], tests: []),\n]") == true)
        let entry: String = "geojson }\n  clinic-rooms:\n    executable: svc-clinic-rooms\n\n# Once"
        #expect(made["deploy/launchers/clinic.yml"]?.contains(entry) == true)
        #expect(
            made["Shared/IOInterface/IOInterface/IOInterface.swift"]?.hasPrefix("// All.\n@_exported public import ClinicRoomsIO\n") == true
        )
        #expect(made[HostText.path]?.hasPrefix("import ClinicRooms\nimport Colonnade\n") == true)
        #expect(made[HostText.path]?.contains("$0) })\n            .install(launcherPlugin: ClinicRoomsLauncherPlugin())\n") == true)
        #expect(made["Services/ClinicRooms/Domain/UseCases/KeepEntryUseCase.swift"] != nil)
        #expect(!made.values.contains { $0.contains("__") }, "a place for a name was left")
        #expect(try InterfaceLint([root]).findings == [])
        _ = try NewVertical("Other", in: root).make()
        for name: String in ["ClinicRooms", "Other"] { try RemovedVertical(name, in: root).changes.apply() }
        #expect(try files() == before)
    }

    @Test("A vertical that the process of all installs in another way is not taken out")
    func installedByHand() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Self.ours, [HostText.path: Self.host])
        _ = try NewVertical("Rooms", in: root).make()
        let made: String = try #require(try files()[HostText.path])
        try write(
            try #require(try files()["Package.swift"]),
            [
                "deploy/launchers/clinic.yml": try #require(try files()["deploy/launchers/clinic.yml"]),
                HostText.path: made.replacing("RoomsLauncherPlugin()", with: "RoomsLauncherPlugin(size: 3)"),
            ])
        let error: ScaffoldError? = #expect(throws: ScaffoldError.self) { try RemovedVertical("Rooms", in: root) }
        #expect(error?.description.contains("\(HostText.path): .install(launcherPlugin: RoomsLauncherPlugin(size: 3))") == true)
    }

    @Test("A dry run changes nothing, and says what would be")
    func dryRun() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Self.ours)
        let before: [String: String] = try files()
        let changes: ChangeSet = try NewVertical("Rooms", in: root).changes
        #expect(changes.summary.contains("new      Services/Rooms/Daemon/Main.swift") && changes.summary.contains("changed  Package.swift"))
        #expect(try files() == before)
    }

    @Test(
        "Names that can not be one are refused, with what to do",
        arguments: [
            ("", "write words"), ("rooms", "write words"), ("Clinic-Rooms", "write words"), ("HTTP", "Http"), ("Räume", "write words"),
            ("../Rooms", "write words"), (String(repeating: "A", count: 33), "at most 32"), ("Self", "choose another"),
            ("ColonnadeMore", "choose another"), ("RoomManager", "choose another"), ("MapsData", "choose another"), ("Maps", "--remove"),
            ("Taken", "is taken"),
        ])
    func names(name: String, advice: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Self.ours + "// \"TakenDomain\"\n")
        let error: ScaffoldError? = #expect(throws: ScaffoldError.self) { try NewVertical(name, in: root) }
        #expect(error?.description.contains(advice) == true, "\(error?.description ?? "")")
        #expect(try files().count == 4)
    }

    @Test("Nothing is overwritten, and where something fails nothing was made")
    func overwritesNothing() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Self.ours, ["Services/Rooms/notes.txt": "mine"])
        #expect(throws: ScaffoldError.self) { try NewVertical("Rooms", in: root) }
        let made: NewVertical = try NewVertical("Halls", in: root)
        // What stands where a folder should be comes up only while files are written.
        try "mine".write(to: folder.appending(path: "Tests"), atomically: true, encoding: .utf8)
        let before: [String: String] = try files()
        #expect(throws: (any Error).self) { try made.make() }
        #expect(try files() == before)
    }

    @Test("What is used, or was changed, is not taken out")
    func keepsWhatIsNeeded() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Self.ours)
        _ = try NewVertical("Rooms", in: root).make()
        #expect(throws: ScaffoldError.self) { try RemovedVertical("Halls", in: root) }
        let file: String = "Services/Rooms/Domain/Entities/Mine.swift"
        try write(try #require(try files()["Package.swift"]), ["deploy/launchers/clinic.yml": Self.launcher, file: "struct Mine {}\n"])
        let changed: ScaffoldError? = #expect(throws: ScaffoldError.self) { try RemovedVertical("Rooms", in: root) }
        #expect(changed?.description.contains(file) == true && changed?.description.contains("--force") == true)
        try write(
            try #require(try files()["Package.swift"]),
            ["deploy/launchers/clinic.yml": Self.launcher, "Services/A/B.swift": "import RoomsIO\n"])
        let used: ScaffoldError? = #expect(throws: ScaffoldError.self) { try RemovedVertical("Rooms", in: root, force: true) }
        #expect(used?.description.contains("Services/A/B.swift: import RoomsIO") == true)
    }

    @Test("A board goes from the interface to the container, and into what stands in for the vertical")
    func board() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let fake: String = "import RoomsIO\nfinal class FakeRooms: RoomsInterface {\n    let a: Int = 1\n}\n"
        try write(Self.ours, ["Tests/Other/FakeRooms.swift": fake])
        _ = try NewVertical("Rooms", in: root).make()
        let added: NewBoard = try NewBoard("tidyUp", of: "Rooms", in: root)
        #expect(try added.make().count == 2)
        let files: [String: String] = try files()
        let contract: String = try #require(files["Shared/IOInterface/RoomsIO/Rooms.contract.json"])
        #expect(contract.contains("\"name\" : \"tidyUp\""))
        #expect(files["Services/Rooms/Presentation/RoomsVertical.swift"]?.contains("init(keep: KeepBoard, tidyUp: TidyUpBoard)") == true)
        #expect(
            files["Services/Rooms/DependencyContainer/RoomsContainer.swift"]?
                .contains("domain.keepEntry),\n            tidyUp: TidyUpBoard(useCase: domain.tidyUpByText))") == true)
        #expect(files["Tests/Other/FakeRooms.swift"]?.contains("\n\n    func tidyUp(_ input: TidyUpRequest)") == true)
        #expect(files["Tests/RoomsTests/TidyUpBoardTests.swift"] != nil)
        #expect(try InterfaceLint([root]).findings == [])
        for (board, vertical): (String, String) in [
            ("tidyUp", "Rooms"), ("keep", "Rooms"), ("sweep", "Halls"), ("Sweep", "Rooms"), ("in", "Rooms"),
        ] {
            #expect(throws: ScaffoldError.self, "\(board) of \(vertical)") { try NewBoard(board, of: vertical, in: root) }
        }
    }

    @Test("Of several launcher files the one counts that has all verticals")
    func launchers() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let part: String = "launcher: part\nverticals:\n  other:\n    executable: svc-other\n"
        try write(Self.ours, ["deploy/launchers/a.yml": part])
        #expect(try NewVertical("Rooms", in: root).changes.summary.contains("changed  deploy/launchers/clinic.yml"))
        try write(Self.ours, ["deploy/launchers/a.yml": Self.launcher])
        let error: ScaffoldError? = #expect(throws: ScaffoldError.self) { try NewVertical("Rooms", in: root) }
        #expect(error?.description.contains("--launcher: deploy/launchers/a.yml, deploy/launchers/clinic.yml") == true)
        let said: ChangeSet = try NewVertical("Rooms", in: root, launcher: "deploy/launchers/a.yml").changes
        #expect(said.summary.contains("changed  deploy/launchers/a.yml"))
    }
}
