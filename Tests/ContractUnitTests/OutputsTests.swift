import ColonnadeContract
import Synchronization
import Testing

@Suite("Outputs in one process")
struct OutputsTests {
    @Test("outputs arrive in order, and the end says how it ended", arguments: [Completion.done, .notDone])
    func order(ending: Completion) async throws {
        let outputs: OutputSequence<Int, NoRefusal> = OutputSequence { emit in
            for number: Int in 0..<100 { try await emit(number) }
            return ending
        }
        var seen: [Int] = []
        for try await number: Int in outputs { seen.append(number) }
        #expect(seen == Array(0..<100))
        #expect(outputs.completion == ending)
    }

    @Test("what the body throws is the failure, typed")
    func refusal() async {
        let outputs: OutputSequence<Int, Shut> = OutputSequence { emit in
            try await emit(1)
            throw Shut.closed(hour: 17)
        }
        var seen: [Int] = []
        do throws(CallFailure<Shut>) {
            for try await number: Int in outputs { seen.append(number) }
            Issue.record("the sequence ended without its failure")
        } catch {
            guard case .refused(.closed(hour: 17)) = error else {
                Issue.record("another failure: \(error)")
                return
            }
        }
        #expect(seen == [1])
        #expect(outputs.completion == nil)
    }

    @Test("dropping the iterator cancels the body")
    func dropping() async throws {
        let (ended, end): (AsyncStream<Bool>, AsyncStream<Bool>.Continuation) = AsyncStream.makeStream()
        let outputs: OutputSequence<Int, NoRefusal> = OutputSequence { emit in
            var number: Int = 0
            do {
                while true {
                    try await emit(number)
                    number += 1
                }
            } catch {
                end.yield(true)
                throw error
            }
        }
        for try await number: Int in outputs where number == 3 { break }
        var iterator: AsyncStream<Bool>.Iterator = ended.makeAsyncIterator()
        #expect(await iterator.next() == true)
    }
}

@Suite("Commands in one process")
struct CommandsTests {
    @Test("who rests is woken once by what comes, and by the end", .timeLimit(.minutes(1)))
    func rest() async throws {
        let commands: Commands<Int> = Commands()
        let woken: Mutex<[String]> = Mutex([])
        #expect(commands.rest { woken.withLock { $0.append("first") } })
        // The one that rests last is the one that is woken.
        #expect(commands.rest { woken.withLock { $0.append("second") } })
        try await commands.send(1)
        try await commands.send(2)
        #expect(woken.withLock(\.self) == ["second"] && !commands.rest { woken.withLock { $0.append("none") } })
        var iterator: Commands<Int>.AsyncIterator = commands.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == 2)
        #expect(commands.rest { woken.withLock { $0.append("end") } })
        commands.finish()
        #expect(woken.withLock(\.self) == ["second", "end"] && !commands.rest {})
        #expect(try await iterator.next() == nil)
    }

    @Test("outputs that are rested on wake with each of them and with the end", .timeLimit(.minutes(1)))
    func restOnOutputs() async throws {
        let (gate, open): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        let outputs: OutputSequence<Int, NoRefusal> = OutputSequence { emit in
            for await _: Void in gate { try await emit(7) }
            return .done
        }
        let iterator: OutputSequence<Int, NoRefusal>.AsyncIterator = outputs.makeAsyncIterator()
        let (woken, wake): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        var wakes: AsyncStream<Void>.AsyncIterator = woken.makeAsyncIterator()
        #expect(iterator.rest { wake.yield() })
        open.yield()
        #expect(await wakes.next() != nil)
        #expect(!iterator.rest { wake.yield() })
        #expect(try await iterator.next() == 7)
        #expect(iterator.rest { wake.yield() })
        open.finish()
        #expect(await wakes.next() != nil)
        #expect(try await iterator.next() == nil)
        #expect(outputs.completion == .done)
    }

    @Test("commands arrive in order; finishing ends them")
    func order() async throws {
        let commands: Commands<Int> = Commands(capacity: 2)
        async let sent: Void = {
            for number: Int in 0..<500 { try await commands.send(number) }
            commands.finish()
        }()
        var seen: [Int] = []
        for try await number: Int in commands { seen.append(number) }
        try await sent
        #expect(seen == Array(0..<500))
    }

    @Test("a sender waits while the board has not caught up, and cancelling ends the wait")
    func waiting() async throws {
        let commands: Commands<Int> = Commands(capacity: 1)
        try await commands.send(1)
        let second: Task<Bool, Never> = Task {
            do {
                try await commands.send(2)
                return true
            } catch {
                return false
            }
        }
        second.cancel()
        #expect(await second.value == false)
        var iterator: Commands<Int>.AsyncIterator = commands.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        commands.finish()
        #expect(try await iterator.next() == nil)
    }

    @Test("a receiver that is cancelled is told that the commands were cut off")
    func cancelledReceiver() async {
        let commands: Commands<Int> = Commands()
        let receiver: Task<Bool, Never> = Task {
            var iterator: Commands<Int>.AsyncIterator = commands.makeAsyncIterator()
            do {
                _ = try await iterator.next()
                return false
            } catch {
                return true
            }
        }
        receiver.cancel()
        #expect(await receiver.value)
    }
}

@Suite("Failures")
struct CallFailureTests {
    @Test("what a handler threw is done, whatever it was")
    func thrown() {
        let fault: Fault = Fault(.unavailable, "down", outcome: .notDispatched)
        #expect(CallFailure<Shut>(thrown: fault).outcome == .done)
        #expect(CallFailure<Shut>(thrown: CallFailure<Shut>.unavailable(fault)).outcome == .done)
        #expect(CallFailure<Shut>(thrown: CallFailure<NoRefusal>.unavailable(fault)).fault?.code == .unavailable)
        #expect(CallFailure<Shut>(thrown: CancellationError()).fault?.code == .cancelled)
        #expect(CallFailure<Shut>(thrown: CommandsInterrupted()).fault?.code == .cancelled)
        guard case .refused(.closed(hour: 3)) = CallFailure<Shut>(thrown: Shut.closed(hour: 3)) else {
            Issue.record("a refusal was not kept")
            return
        }
    }

    @Test("every code has its case, and an unknown one is kept", arguments: 0...20 as ClosedRange<UInt32>)
    func codes(raw: UInt32) {
        let fault: Fault = Fault(FailureCode(rawValue: raw), "why", outcome: .unknown)
        let failure: CallFailure<NoRefusal> = CallFailure(fault)
        #expect(failure.fault == fault)
        #expect(failure.outcome == .unknown)
        #expect(fault.code.name.isEmpty == false)
    }
}

private enum Shut: Refusal {
    case closed(hour: Int)
}
