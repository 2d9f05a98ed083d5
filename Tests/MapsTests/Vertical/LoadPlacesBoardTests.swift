import Colonnade
import ColonnadeEventLoop
import Foundation
import Maps
import MapsIO
import Testing

@Suite("Loading places through the board", .timeLimit(.minutes(2)))
struct LoadPlacesBoardTests {
    @Test(
        "A document in chunks of any size is loaded, and loading it again changes nothing",
        arguments: MapsUnderTest.Way.allCases, [1, 7, 4_096, 1_000_000])
    func loadsChunks(_ way: MapsUnderTest.Way, _ size: Int) async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: way, configuration: MapsConfiguration())
        let document: [UInt8] = size < 100 ? Array(Self.small.utf8) : try ShippedPlaces.bytes()
        let first: PlacesLoadSummary = try await load(subject.maps, document, chunk: size)
        #expect(first.added > 0)
        let again: PlacesLoadSummary = try await load(subject.maps, document, chunk: size)
        #expect(again == PlacesLoadSummary(added: 0, updated: 0, unchanged: first.added, removed: 0))
        await subject.close()
    }

    @Test("A document that is cut off, wrong or too long is refused, and the places stay", arguments: MapsUnderTest.Way.allCases)
    func refuses(_ way: MapsUnderTest.Way) async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: way)
        let before: [Place] = try await subject.maps.searchPlaces(PlaceSearch(limit: 500))
        let cut: [UInt8] = Array(try ShippedPlaces.bytes().dropLast(10))
        guard case .badGeoJSON(let at, _)? = try await refusal(subject.maps, cut) else {
            Issue.record("a document that was cut off was taken")
            return
        }
        #expect(at.hasPrefix("line "))
        #expect(try await refusal(subject.maps, Array("{}".utf8)) == .badGeoJSON(at: "type", reason: "is missing"))
        let tooLong: [UInt8] = [UInt8](repeating: 0x20, count: 16 * 1024 * 1024 + 1)
        #expect(try await refusal(subject.maps, tooLong) == .tooLarge(limit: 16 * 1024 * 1024))
        #expect(try await subject.maps.searchPlaces(PlaceSearch(limit: 500)) == before)
        await subject.close()
    }

    @Test("Only so many documents are taken at the same time, and one that ends makes room", arguments: MapsUnderTest.Way.allCases)
    func countsDocuments(_ way: MapsUnderTest.Way) async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: way)
        var begun: [(commands: Commands<[UInt8]>, outputs: OutputSequence<PlacesLoadOutput, MapsRefusal>.AsyncIterator)] = []
        for _: Int in 0..<4 {
            let commands: Commands<[UInt8]> = Commands()
            try await commands.send([UInt8](repeating: 0x20, count: 1 << 20))
            begun.append((commands, subject.maps.loadPlaces(PlacesLoad(source: .commands, mode: .add), commands).makeAsyncIterator()))
            guard case .progress? = try await begun.last?.outputs.next() else {
                Issue.record("no progress was told")
                return
            }
        }
        do {
            _ = try await load(subject.maps, Array(Self.small.utf8))
            Issue.record("a fifth document was taken")
        } catch CallFailure<MapsRefusal>.exhausted(let fault) {
            #expect(fault.message.hasPrefix("4 documents"))
        }
        for (index, load) in begun.enumerated() {
            load.commands.finish()
            await #expect(throws: CallFailure<MapsRefusal>.self) { while try await load.outputs.next() != nil {} }
            if index == 0 { #expect(try await self.load(subject.maps, Array(Self.small.utf8)).added == 1) }
        }
        await subject.close()
    }

    @Test("The configured file is loaded on demand, and one that is not there is named")
    func loadsConfiguredFile() async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: .direct)
        let summary: PlacesLoadSummary = try await outcome(
            subject.maps.loadPlaces(PlacesLoad(source: .configuredFile, mode: .replace), Commands()))
        #expect(summary.unchanged >= 80)
        await subject.close()
        let bare: MapsUnderTest = try await MapsUnderTest(by: .direct, configuration: MapsConfiguration())
        await #expect(throws: CallFailure<MapsRefusal>.self) {
            try await outcome(bare.maps.loadPlaces(PlacesLoad(source: .configuredFile, mode: .add), Commands()))
        }
        await bare.close()
    }

    /// A vertical that blocks while it loads never answers first. One that does not may still come second where other tests have the
    /// threads, so it has a few tries.
    @Test("While a long document is loaded, other calls are answered", arguments: MapsUnderTest.Way.allCases)
    func answersMeanwhile(_ way: MapsUnderTest.Way) async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: way)
        var finished: [[String]] = []
        while finished.count < 5, finished.last != ["search", "load"] {
            finished.append(try await Self.loadAndSearch(subject.maps))
        }
        #expect(finished.last == ["search", "load"], "\(finished)")
        #expect(try await subject.maps.searchPlaces(PlaceSearch(text: "number 29999")).count == 1)
        await subject.close()
    }

    /// Searches while a document is read and stored that has come whole.
    /// - Returns: what ended, in order.
    private static func loadAndSearch(_ maps: any MapsInterface) async throws -> [String] {
        let commands: Commands<[UInt8]> = Commands()
        try await commands.send(many(30_000))
        commands.finish()
        let outputs: OutputSequence<PlacesLoadOutput, MapsRefusal> = maps.loadPlaces(
            PlacesLoad(source: .commands, mode: .add), commands)
        let iterator: OutputSequence<PlacesLoadOutput, MapsRefusal>.AsyncIterator = outputs.makeAsyncIterator()
        guard case .progress? = try await iterator.next() else { return ["no progress was told"] }
        // On a thread of their own: the pool's may be busy with other tests, and then the order says nothing.
        let loop: EventLoop = EventLoop(name: "callers")
        defer { loop.shutdown() }
        return try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask(executorPreference: loop) {
                while try await iterator.next() != nil {}
                return "load"
            }
            group.addTask(executorPreference: loop) {
                try await maps.searchPlaces(PlaceSearch(text: "carney")).isEmpty ? "nothing" : "search"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private static func many(_ count: Int) -> [UInt8] {
        let features: [String] = (0..<count).map {
            #"{"type":"Feature","id":"n\#($0)","geometry":{"type":"Point","coordinates":[\#($0 % 180),\#($0 % 90)]},"#
                + #""properties":{"name":"Number \#($0)"}}"#
        }
        return Array((#"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}").utf8)
    }

    private static let small: String =
        #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"ä","geometry":{"type":"Point","#
        + #""coordinates":[1,2]},"properties":{"name":"Zürich"}}]}"#

    private func load(_ maps: some MapsInterface, _ document: [UInt8], chunk: Int = 65_536) async throws -> PlacesLoadSummary {
        let commands: Commands<[UInt8]> = Commands()
        let outputs: OutputSequence<PlacesLoadOutput, MapsRefusal> = maps.loadPlaces(
            PlacesLoad(source: .commands, mode: .replace), commands)
        let sender: Task<Void, Never> = Task {
            for start: Int in stride(from: 0, to: document.count, by: chunk) {
                let bytes: [UInt8] = Array(document[start..<min(start + chunk, document.count)])
                do { try await commands.send(bytes) } catch { return }
            }
            commands.finish()
        }
        defer { sender.cancel() }
        return try await outcome(outputs)
    }

    /// The summary, which has to come last and once, after progress that does not go back.
    @discardableResult
    private func outcome(_ outputs: OutputSequence<PlacesLoadOutput, MapsRefusal>) async throws -> PlacesLoadSummary {
        var summaries: [PlacesLoadSummary] = []
        var told: Int = 0
        for try await output: PlacesLoadOutput in outputs {
            switch output {
            case .progress(let bytes):
                #expect(bytes >= told && summaries.isEmpty)
                told = bytes
            case .summary(let summary): summaries.append(summary)
            case .unknown: Issue.record("an unknown output")
            }
        }
        #expect(outputs.completion == .done)
        #expect(summaries.count == 1)
        return try #require(summaries.last)
    }

    private func refusal(_ maps: some MapsInterface, _ document: [UInt8]) async throws -> MapsRefusal? {
        do {
            _ = try await load(maps, document)
            return nil
        } catch CallFailure<MapsRefusal>.refused(let refusal) {
            return refusal
        }
    }
}
