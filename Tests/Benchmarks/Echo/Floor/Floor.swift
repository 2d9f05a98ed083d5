import ArgumentParser
import ColonnadeEventLoop

/// `svc-echo --floor`: serves the floor, for `svc-echo bench --floor`.
struct Floor: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "svc-echo --floor", abstract: "Gives back messages of 64 bytes by Swift tasks, and does nothing else.")

    @Option(help: ArgumentHelp("Where to listen.", valueName: "path"))
    var socket: String

    @Option(
        help: ArgumentHelp(
            "How long to look for more before sleeping, after something came, in microseconds.", valueName: "microseconds"))
    var spin: Int = 0

    func run() throws {
        if let error: SocketError = FloorServer.run(path: socket, spin: .microseconds(spin)) { throw error }
    }
}
