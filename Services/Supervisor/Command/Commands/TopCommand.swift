import ArgumentParser
import ColonnadeEventLoop

/// `svc-supervisor top`.
struct TopCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "top", abstract: "Watch what the verticals do, on the whole screen of a terminal.",
        discussion: TextLines.unwrapped(
            """
            The columns of `status`, once a second: CALLS/S of the last 4 seconds, P50 and P99 of the last 10. Keys as in htop: arrows move, > or F6
            sorts by the next column, I turns the order around, / shows only some names, h helps, q leaves.

            Where systemd runs the verticals, systemctl says how they are:

              svc-supervisor top --launcher clinic.yml --sockets /run/clinic/operator
            """))

    @OptionGroup
    var suite: SuiteOptions

    @OptionGroup
    var systemd: SystemdOptions

    @Flag(help: "Print JSON instead, a line a second until ctrl-C, as in `status --json`: needs no terminal.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let terminal: RawTerminal? = json ? nil : RawTerminal()
        guard json || terminal != nil else {
            throw CommandFailure(
                .usage, "top fills a terminal, and this is none. `svc-supervisor status` shows the same once, `top --json` a line a second."
            )
        }
        let source: SuiteSource = try await SuiteSource.find(suite, systemd, on: loop)
        defer { source.close() }
        let reading: SuiteReading = SuiteReading(source, on: loop)
        defer { reading.close() }
        let screen: TopScreen = TopScreen(reading: reading, loop: loop)
        guard let terminal else { return try await screen.printLines() }
        do throws(SocketError) {
            try await screen.run(on: terminal)
        } catch {
            throw CommandFailure(.failed, "The terminal can not be read: \(error)")
        }
        return .done
    }
}
