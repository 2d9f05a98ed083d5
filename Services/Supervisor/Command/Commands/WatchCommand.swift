import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import Glibc

/// `svc-supervisor watch`.
struct WatchCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "watch", abstract: "Show calls as they end: when, who called, what, how it ended, how long it took.",
        discussion: TextLines.unwrapped(
            """
              svc-supervisor watch maps searchPlaces
              svc-supervisor watch book            the board of whoever has it
              svc-supervisor watch appointments    all of its boards

            What a call carries never leaves its vertical: types and sizes are shown, and of a refusal the name of its case. Only the operator
            may watch. A watch costs its vertical a little for each call, and nothing while nobody watches; calls that come faster than they
            are shown are dropped and counted. Ends with ctrl-C.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @OptionGroup
    var systemd: SystemdOptions

    @Argument(
        help: ArgumentHelp("A vertical and one of its boards, or one of the two.", valueName: "[vertical] board"),
        completion: SuiteCompletions.watched)
    var words: [String] = []

    @Flag(help: "Print JSON, a line for each call.")
    var json: Bool = false

    func validate() throws {
        guard (1...2).contains(words.count) else {
            throw ValidationError("Name a board, or a vertical and its board: `svc-supervisor watch maps searchPlaces`.")
        }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let source: SuiteSource = try await SuiteSource.find(suite, systemd, on: loop)
        defer { source.close() }
        let targets: [WatchTarget] = try await processes(of: try WatchTarget.find(words, among: try await source.contracts()), source)
        let watching: Task<Result<Void, CommandFailure>, Never> = Task(executorPreference: loop) {
            await Self.watch(targets, source, json, loop)
        }
        for number: Int32 in [SIGINT, SIGTERM, SIGHUP] { loop.onSignal(number) { watching.cancel() } }
        try await watching.value.get()
        return .done
    }

    /// Each process of a vertical that has several.
    private func processes(of targets: [WatchTarget], _ source: SuiteSource) async throws(CommandFailure) -> [WatchTarget] {
        var processes: [WatchTarget] = []
        for target: WatchTarget in targets {
            for status: VerticalStatus in try await source.statuses([target.vertical]) {
                processes.append(WatchTarget(vertical: status.name, contract: target.contract, board: target.board))
            }
        }
        return processes
    }

    /// All of them, until one fails or nobody reads.
    private static func watch(
        _ targets: [WatchTarget], _ source: SuiteSource, _ json: Bool, _ loop: EventLoop
    ) async -> Result<Void, CommandFailure> {
        await withTaskGroup(of: Result<Void, CommandFailure>.self) { group in
            for target: WatchTarget in targets {
                group.addTask {
                    do throws(CommandFailure) {
                        return .success(try await CallWatching(target: target, source: source, json: json, loop: loop).run())
                    } catch {
                        return .failure(error)
                    }
                }
            }
            let first: Result<Void, CommandFailure> = await group.next() ?? .success(())
            group.cancelAll()
            return first
        }
    }
}
