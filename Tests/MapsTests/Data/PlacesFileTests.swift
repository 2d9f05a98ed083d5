import ColonnadeTesting
import Foundation
import MapsData
import Synchronization
import Testing

@testable import MapsGrid

@Suite("The places file")
struct PlacesFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(
        "A file that is damaged is named, and stays as it is",
        arguments: ["", "{", #"{"version":2,"places":[]}"#, #"{"version":1,"places":[{"id":"a"}]}"#])
    func namesDamage(_ text: String) async throws {
        let path: String = try directory.write(text, to: "places.json")
        let places: GridPlacesRepository = GridPlacesRepository(directory: directory.path)
        let damage: PlacesFile.Damaged? = await #expect(throws: PlacesFile.Damaged.self) { try await places.open() }
        #expect(damage?.description.hasPrefix(path) == true)
        let place: PlaceDataModel = PlaceDataModel(id: "a", name: "A", kind: "clinic", latitude: 0, longitude: 0)
        await #expect(throws: PlacesFile.Damaged.self) { try await places.store([place], origin: .call, removing: .none) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("A store that can not be written leaves everything as it was")
    func storesAllOrNothing() async throws {
        let places: GridPlacesRepository = GridPlacesRepository(directory: directory.path)
        let place: PlaceDataModel = PlaceDataModel(id: "a", name: "A", kind: "clinic", latitude: 0, longitude: 0)
        _ = try await places.store([place], origin: .call, removing: .none)
        // A directory in the file's place: nothing can be renamed onto it.
        let path: String = directory.path + "/places.json"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path + "/in-the-way", withIntermediateDirectories: true)
        await #expect(throws: (any Error).self) { try await places.store([], origin: .call, removing: .others) }
        #expect(try await places.places(limit: 10) == [place])
    }

    @Test("Stores that run together each leave their places")
    func storesTogether() async throws {
        let places: GridPlacesRepository = GridPlacesRepository(directory: directory.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index: Int in 0..<20 {
                group.addTask {
                    let place: PlaceDataModel = PlaceDataModel(
                        id: "\(index)", name: "Place \(index)", kind: "clinic", latitude: 0, longitude: Double(index))
                    _ = try await places.store([place], origin: .call, removing: .none)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await GridPlacesRepository(directory: directory.path).places(limit: 100).count == 20)
    }

    @Test("Each of several that share a directory stores upon what the others have stored, and finds it")
    func sharesDirectory() async throws {
        let all: [GridPlacesRepository] = (0..<3).map { _ in GridPlacesRepository(directory: directory.path) }
        for places: GridPlacesRepository in all { try await places.open() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index: Int in 0..<30 {
                group.addTask {
                    let place: PlaceDataModel = PlaceDataModel(
                        id: "\(index)", name: "Place \(index)", kind: "clinic", latitude: 0, longitude: Double(index))
                    _ = try await all[index % 3].store([place], origin: .call, removing: .none)
                }
            }
            try await group.waitForAll()
        }
        let clock: ContinuousClock = ContinuousClock()
        let end: ContinuousClock.Instant = clock.now + .seconds(30)
        for places: GridPlacesRepository in all {
            while try await places.places(limit: 100).count < 30, clock.now < end { try await clock.sleep(for: .milliseconds(10)) }
            #expect(try await places.places(limit: 100).count == 30)
        }
    }

    @Test("One caller looks whether the file has changed, however long that takes; the others go on with what was read")
    func looksOnce() async throws {
        let places: GridPlacesRepository = GridPlacesRepository(directory: directory.path)
        try await places.open()
        // Another process writes the file: a store waits for it, and whoever looks waits for the store.
        let other: FileHandle = try #require(FileHandle(forReadingAtPath: directory.path))
        #expect(flock(other.fileDescriptor, LOCK_EX) == 0)
        async let store: PlacesStoreDataModel = places.store([], origin: .call, removing: .none)
        let clock: ContinuousClock = ContinuousClock()
        let start: ContinuousClock.Instant = clock.now
        // Longer than what was read is taken for what is in the file.
        while clock.now < start + .milliseconds(300) { try await clock.sleep(for: .milliseconds(10)) }
        let answered: Answered = Answered()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _: Int in 0..<20 {
                group.addTask {
                    _ = try await places.places(limit: 1)
                    answered.count.add(1, ordering: .relaxed)
                }
            }
            let end: ContinuousClock.Instant = start + .seconds(20)
            while answered.count.load(ordering: .relaxed) < 15, clock.now < end { try await clock.sleep(for: .milliseconds(10)) }
            #expect(answered.count.load(ordering: .relaxed) >= 15)
            try other.close()
            try await group.waitForAll()
        }
        _ = try await store
        #expect(answered.count.load(ordering: .relaxed) == 20)
    }
}

private final class Answered: Sendable {
    let count: Atomic<Int> = Atomic(0)
}
