import ColonnadeContract
import KitchenSinkIO
import Testing

@Suite("Generated client and dispatcher, joined by bytes")
struct GeneratedCallTests {
    private let client: KitchenSinkClient = KitchenSinkClient(Loopback(dispatcher: KitchenSinkDispatcher(KitchenSink())))

    @Test func oneOutput() async throws {
        var sinks: RandomSinks = RandomSinks(seed: 7)
        let value: Everything = sinks.everything()
        #expect(try await client.everything(value) == value)
        #expect(try await client.sort(["b": [2, 1], "a": []]) == [[], [1, 2]])
        #expect(try await client.paint(.green) == [2])
        #expect(try await client.find(value.uuid) == nil)
        #expect(try await client.repeat(.merry) == .merry)
        try await client.void(())
    }

    @Test func refusalIsTyped() async {
        do {
            try await client.nothing()
            Issue.record("nothing was refused")
        } catch {
            guard case .refused(.broken) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(error.outcome == .done)
        }
    }

    @Test func manyOutputs() async throws {
        var moods: [Mood] = []
        let outputs: OutputSequence<Mood, KitchenSinkRefusal> = client.watch()
        for try await mood: Mood in outputs { moods.append(mood) }
        #expect(moods == [.calm, .unknown(Unrecognized(number: 77))])
        #expect(outputs.completion == .notDone)
    }

    @Test func commandsReachTheBoard() async throws {
        let commands: Commands<[UInt8]> = Commands()
        try await commands.send([1, 2])
        try await commands.send([])
        commands.finish()
        var shapes: [Shape] = []
        for try await shape: Shape in client.chat(nil, commands) { shapes.append(shape) }
        #expect(shapes == [.box(width: 2, height: nil), .box(width: 0, height: nil)])
    }

    @Test("a newer consumer's case is an invalid Input, and no handler runs")
    func unknownCaseInInput() async {
        do {
            _ = try await client.repeat(.unknown(Unrecognized(number: 77)))
            Issue.record("taken")
        } catch {
            #expect(error.fault?.code == .invalid)
            #expect(error.outcome == .notDispatched)
        }
    }

    @Test func serviceMapNamesTheBoards() async throws {
        let map: ServiceMap = ServiceMap(mainboard: NoMainboard())
        #expect(map.kitchenSink.paint.id == BoardID.kitchenSink.paint)
        #expect(BoardID.kitchenSink.repeat == BoardID(interface: "KitchenSink", board: "repeat"))
        let channel: Loopback<KitchenSinkDispatcher<KitchenSink>> = Loopback(dispatcher: KitchenSinkDispatcher(KitchenSink()))
        let outputs: OutputSequence<[UInt8], KitchenSinkRefusal> = map.kitchenSink.paint.open(channel, .red, Commands())
        var all: [[UInt8]] = []
        for try await output: [UInt8] in outputs { all.append(output) }
        #expect(all == [[1]])
        #expect(outputs.completion == .done)
        let refused: OutputSequence<Void, KitchenSinkRefusal> = map.kitchenSink.nothing.open(channel, (), Commands())
        await #expect(throws: CallFailure<KitchenSinkRefusal>.self) { for try await _: Void in refused {} }
        #expect(refused.completion == nil)
    }
}

/// Implements every board in the plainest way.
private struct KitchenSink: KitchenSinkInterface {
    func everything(_ input: Everything) async throws(Failure) -> Everything { input }

    func nothing() async throws(Failure) { throw .refused(.broken) }

    func void(_ input: Void) async throws(Failure) {}

    func find(_ input: UUID) async throws(Failure) -> Everything? { nil }

    func sort(_ input: [String: [Int]]) async throws(Failure) -> [[Int]] {
        input.sorted { $0.key < $1.key }.map { $0.value.sorted() }
    }

    func paint(_ input: Colour) async throws(Failure) -> [UInt8] { [UInt8(input.wireNumber)] }

    func watch() -> Outputs<Mood> {
        Outputs { emit in
            try await emit(.calm)
            try await emit(.unknown(Unrecognized(number: 77)))
            return .notDone
        }
    }

    func chat(_ input: String?, _ commands: Commands<[UInt8]>) -> Outputs<Shape> {
        Outputs { emit in
            for try await command: [UInt8] in commands { try await emit(.box(width: command.count, height: nil)) }
            return .done
        }
    }

    func `repeat`(_ input: Mood) async throws(Failure) -> Mood { input }
}

private struct NoMainboard: Mainboard {
    func channel(to interface: String) -> any Channel { Loopback(dispatcher: KitchenSinkDispatcher(KitchenSink())) }

    func activate<Input, Output, Command, Refused>(
        _ service: Service<Input, Output, Command, Refused>, with input: Input
    ) -> Activation<Output, Command, Refused> {
        Activation(id: service.id, interaction: Commands(), task: Task { .success(.done) })
    }
}
