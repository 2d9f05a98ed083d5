import Colonnade
import MapsIO
import Testing

@Suite("Picking a place in a conversation", .timeLimit(.minutes(2)))
struct PickPlaceConversationTests {
    private static let carney: String = "us-boston-carney-hospital"

    @Test("Search, details, select: the picked place is the last output", arguments: MapsUnderTest.Way.allCases)
    func picks(_ way: MapsUnderTest.Way) async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: way)
        let talk: Conversation = try await converse(
            subject.maps, MapConfiguration(showDetailSelectable: true),
            [.search("carney"), .showDetails(Self.carney), .select("nowhere"), .select(Self.carney)])
        #expect(talk.outputs.map(name) == ["showing", "showing", "details", "notPossible", "selected"])
        #expect(talk.outputs[3] == .notPossible(.unknownPlace("nowhere")))
        guard case .showing(let found) = talk.outputs[1], case .selected(let picked) = talk.outputs[4] else { return }
        #expect(found.map(\.id) == [Self.carney])
        #expect(picked == found[0])
        #expect(talk.completion == .done)
        await subject.close()
    }

    @Test("Asking for directions picks under its policy", arguments: MapsUnderTest.Way.allCases)
    func picksByDirections(_ way: MapsUnderTest.Way) async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: way)
        let boston: MapRegion = MapRegion(center: Coordinate(latitude: 42.36, longitude: -71.06), radius: 20_000)
        let talk: Conversation = try await converse(
            subject.maps, MapConfiguration(isSearchEnabled: false, selectionPolicy: .userAsksForDirections),
            [.search("carney"), .moveTo(boston), .select(Self.carney), .askForDirections(to: Self.carney, from: nil)])
        #expect(
            talk.outputs.map(name) == ["showing", "notPossible", "showing", "notPossible", "directions", "selected"])
        #expect(talk.outputs[1] == .notPossible(.searchIsOff))
        #expect(talk.outputs[3] == .notPossible(.notSelectable))
        #expect(talk.completion == .done)
        await subject.close()
    }

    @Test("A map that is dismissed, or left, has not done its work", arguments: MapsUnderTest.Way.allCases)
    func ends(_ way: MapsUnderTest.Way) async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: way)
        let dismissed: Conversation = try await converse(subject.maps, MapConfiguration(), [.dismiss])
        #expect(dismissed.completion == .notDone)
        #expect(dismissed.outputs.count == 1)
        let left: Conversation = try await converse(subject.maps, MapConfiguration(), [])
        #expect(left.completion == .notDone)
        await subject.close()
    }

    private struct Conversation {
        var outputs: [MapOutput] = []
        var completion: Completion?
    }

    /// Sends one command after each answer, then says that no more follow.
    private func converse(
        _ maps: some MapsInterface, _ configuration: MapConfiguration, _ says: [MapCommand]
    ) async throws -> Conversation {
        let commands: Commands<MapCommand> = Commands()
        let outputs: OutputSequence<MapOutput, MapsRefusal> = maps.pickPlace(configuration, commands)
        let sender: Task<Void, Never> = Task {
            for command: MapCommand in says {
                do { try await commands.send(command) } catch { return }
            }
            commands.finish()
        }
        var conversation: Conversation = Conversation()
        for try await output: MapOutput in outputs { conversation.outputs.append(output) }
        conversation.completion = outputs.completion
        await sender.value
        return conversation
    }

    private func name(_ output: MapOutput) -> String {
        switch output {
        case .showing: "showing"
        case .details: "details"
        case .directions: "directions"
        case .selected: "selected"
        case .notPossible: "notPossible"
        case .unknown: "unknown"
        }
    }
}
