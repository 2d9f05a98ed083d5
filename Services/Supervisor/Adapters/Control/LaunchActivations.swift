import ColonnadeContract
public import ColonnadeEventLoop
import ColonnadeTransport
public import SupervisorCore

/// Activates the boards that a launcher file names under `launch`, one after the other, as the operator would.
public final class LaunchActivations: Sendable {
    private struct Step: Sendable {
        let activation: LauncherActivation
        let title: String
        let request: CallRequest
        let isMany: Bool
        /// What the one output says; nil where it says nothing to people.
        let text: @Sendable ([UInt8]) -> String?
        let connector: Connector
    }

    /// A board with many outputs may go on for ever: the next one waits so long for its end, and no longer.
    private static let patienceWithMany: Duration = .seconds(10)

    /// How one ended.
    public struct Ending: Sendable {
        public let isDone: Bool
        /// A sentence for people.
        public let text: String
    }

    private let steps: [Step]
    private let loop: EventLoop
    private let hasEnded: LoopBound<Bool>
    /// How many were begun.
    private let begun: LoopBound<Int>
    /// Those whose streams are open, and may be opened again.
    private let open: LoopBound<[Int]>

    /// Makes what is needed for each call, and calls nobody yet.
    /// - Parameters:
    ///   - launch: what is to be activated; nil for all that the plan has.
    ///   - sockets: the folder with the operator's sockets.
    public init(plan: SuitePlan, launch: [LauncherActivation]? = nil, sockets: String, loop: EventLoop) {
        self.loop = loop
        hasEnded = LoopBound(false, loop: loop)
        begun = LoopBound(0, loop: loop)
        open = LoopBound([], loop: loop)
        steps = (launch ?? plan.launch).compactMap { activation in
            for contract: ContractDescriptor in plan[activation.vertical]?.description.interfaces ?? [] {
                guard let board: BoardDescriptor = contract.boards.first(where: { $0.name == NameForms.camel(activation.board) }),
                    let body: [UInt8] = try? ContractJSON.encode(activation.input, type: board.input, in: contract)
                else { continue }
                let connector: Connector = Connector(
                    consumer: "operator", provider: NameForms.kebab(contract.name), contract: contract,
                    dialer: UnixDialer(path: "\(sockets)/\(activation.vertical).sock"), loop: loop, instance: "launch")
                return Step(
                    activation: activation, title: "\(activation.vertical).\(board.name)",
                    request: CallRequest(board: UInt16(truncatingIfNeeded: board.number), body: body, isIdempotent: board.idempotent),
                    isMany: board.many, text: { Self.text($0, of: board, in: contract) }, connector: connector)
            }
            return nil
        }
    }

    /// Activates one after the other; one that fails does not keep the next from its turn. On the loop.
    func begin(onEnd: @escaping @Sendable (_ board: String, _ ending: Ending) -> Void) {
        loop.startTask { [self] in await run(onEnd: onEnd) }
    }

    /// Activates one after the other, and returns behind the last. On the loop.
    public func run(onEnd: @escaping @Sendable (_ board: String, _ ending: Ending) -> Void) async {
        for number: Int in steps.indices where !hasEnded.value {
            begun.value = number + 1
            await take(number, onEnd)
        }
    }

    /// What another program of the supervisor has to activate: the streams that are open, and what was not begun. On the loop.
    var rest: [LauncherActivation] {
        (open.value + steps.indices.dropFirst(begun.value)).map { steps[$0].activation }
    }

    /// Returns when the step has come to its end, or need not be waited for.
    private func take(_ number: Int, _ onEnd: @escaping @Sendable (_ board: String, _ ending: Ending) -> Void) async {
        let step: Step = steps[number]
        let (turn, source): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        let open: LoopBound<[Int]> = open
        if step.isMany, step.request.isIdempotent { open.value.append(number) }
        loop.startTask {
            onEnd(step.title, await Self.run(step))
            open.value.removeAll { $0 == number }
            source.finish()
        }
        let timer: LoopTimer? = step.isMany ? loop.schedule(after: Self.patienceWithMany) { source.finish() } : nil
        for await _: Void in turn {}
        timer?.cancel()
    }

    private static func run(_ step: Step) async -> Ending {
        do {
            if step.isMany {
                let stream: any CallStream = step.connector.open(step.request, takesCommands: false)
                while try await stream.next() != nil {}
            } else {
                return Ending(isDone: true, text: step.text(try await step.connector.call(step.request).joined) ?? "done")
            }
            return Ending(isDone: true, text: "done")
        } catch {
            switch error {
            case .refused: return Ending(isDone: false, text: "it refused")
            case .fault(let fault): return Ending(isDone: false, text: fault.message)
            }
        }
    }

    /// A sentence, where that is what a board gives. A journal keeps for long, and more people read it than the operator: there the answer
    /// is not said, for it may be a secret, such as the code that makes somebody operator.
    private static func text(_ output: [UInt8], of board: BoardDescriptor, in contract: ContractDescriptor) -> String? {
        guard case .string(let text)? = try? ContractJSON.decode(output, type: board.output, in: contract), !text.isEmpty else {
            return nil
        }
        let command: String = "svc-supervisor call \(NameForms.kebab(contract.name)) \(board.name)"
        return SuiteJournal.own == nil ? text : "answered; the journal does not keep what, `\(command)` shows it"
    }

    /// Begins no more of them, and closes what was opened.
    public func end() {
        hasEnded.value = true
        for step: Step in steps { step.connector.close() }
    }
}
