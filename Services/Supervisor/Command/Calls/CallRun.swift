import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import Glibc

/// One activation from the command line: outputs to standard output, how it failed to standard error.
struct CallRun: Sendable {
    private enum Printing {
        case done
        case nobodyReads
        /// The output has nothing at the place that was asked for.
        case nothing
    }

    let target: CallTarget
    let body: [UInt8]
    let form: OutputForm
    let source: CommandSource
    let connector: Connector
    let loop: EventLoop

    /// Closes the way to the provider behind it.
    /// - Returns: how the program ends, and how the call did.
    func run() async -> (status: ExitStatus, end: CallEnding) {
        defer { connector.close() }
        let board: BoardDescriptor = target.board
        let request: CallRequest = CallRequest(
            board: UInt16(truncatingIfNeeded: board.number), body: body, isIdempotent: board.idempotent)
        do {
            if board.many || board.command != nil {
                return (try await converse(connector.open(request, takesCommands: board.command != nil)), .answered)
            }
            return (try await once(request), .answered)
        } catch {
            switch error {
            case .refused(let refusal):
                Terminal.error(FailureJSON.text(refusal: refusal, of: target.contract))
                return (.failed, CallEnding(refusal: refusal))
            case .fault(let fault):
                Terminal.error(FailureJSON.text(fault))
                return (FailureJSON.status(of: fault), .failed(code: Int(fault.code.rawValue), outcome: Int(fault.outcome.rawValue)))
            }
        }
    }

    private func once(_ request: CallRequest) async throws(CallError) -> ExitStatus {
        let call: Task<Result<[UInt8], CallError>, Never> = Task(executorPreference: loop) {
            do throws(CallError) {
                return .success(try await connector.call(request).joined)
            } catch {
                return .failure(error)
            }
        }
        let interrupt: SignalSource = loop.onSignal(SIGINT) { call.cancel() }
        defer { interrupt.cancel() }
        return try print(try await call.value.get()) == .done ? .done : .failed
    }

    private func converse(_ stream: any CallStream) async throws(CallError) -> ExitStatus {
        let interrupt: SignalSource = loop.onSignal(SIGINT) { stream.cancel() }
        defer { interrupt.cancel() }
        let wrong: LoopBound<String?> = LoopBound(nil, loop: loop)
        var commands: Task<Void, Never>? = nil
        if target.board.command != nil {
            commands = Task(executorPreference: loop) {
                guard let error: String = await source.send(to: stream, on: loop) else { return }
                wrong.value = error
                stream.cancel()
            }
        }
        defer { commands?.cancel() }
        do {
            while let output: [UInt8] = try await stream.next() {
                let printing: Printing = try print(output)
                if printing == .done { continue }
                stream.cancel()
                return printing == .nothing ? .failed : .done
            }
        } catch {
            guard let text: String = wrong.value else { throw error }
            Terminal.error("The call was cancelled: \(text)")
            return .usage
        }
        guard case .notDone? = stream.completion else { return .done }
        Terminal.error(JSONValue.object(["completion": .string("notDone")]).text)
        return .failed
    }

    private func print(_ output: [UInt8]) throws(CallError) -> Printing {
        let json: JSONValue
        do throws(JSONMappingError) {
            json = try ContractJSON.decode(output, type: target.board.output, in: target.contract)
        } catch {
            throw .fault(Fault(.violation, "The output does not fit the contract: \(error)", outcome: .done))
        }
        Terminal.progress("")
        guard let texts: [String] = form.texts(of: json) else {
            Terminal.error("Nothing stands there in the output: \(json.text.printable)")
            return .nothing
        }
        return texts.allSatisfy { Terminal.line($0) } ? .done : .nobodyReads
    }
}
