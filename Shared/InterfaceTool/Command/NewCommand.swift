import ArgumentParser
import InterfaceTool

struct NewCommand: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "new",
        abstract: "Makes a vertical, adds a board to one, or removes one.",
        discussion: """
            Run it in the folder of the package. `svc-interface new Notifications` writes the InOut file and what is generated from it, \
            the layers with one board, one use case and one repository on SQLite, the daemon svc-notifications, a contract test and a \
            crash test, the line in Package.swift, the entry in the launcher file and, where the suite has svc-clinic, its line there. \
            The vertical builds, passes its tests and runs as it is. In a package without verticals, `new` also adds to the end of \
            Package.swift the functions that turn such a line into targets.

            `svc-interface new Notifications --board deliver` adds a board with its use case, from the InOut file to the container. \
            `svc-interface new Notifications --remove` removes the vertical if nobody uses it and its files are unchanged.

            No file is overwritten, and if anything fails nothing has changed. Exits with 0 when done, 1 if it can not be done, with \
            the reason on standard error, 2 for wrong usage.
            """)

    @Argument(help: ArgumentHelp("The vertical's name, such as Notifications.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("Add a board of this name to the vertical.", valueName: "name"))
    var board: String?

    @Flag(help: "Remove the vertical.")
    var remove: Bool = false

    @Flag(help: "With --remove: remove it even if its files have changed. The changes are lost.")
    var force: Bool = false

    @Flag(help: "Change nothing; print what would change.")
    var dryRun: Bool = false

    @Option(
        help: ArgumentHelp("The launcher file, where there are several; relative to the package.", valueName: "file"),
        completion: .file(extensions: ["yml", "yaml"]))
    var launcher: String?

    @Option(help: ArgumentHelp("The folder of the package.", valueName: "folder"), completion: .directory)
    var package: String = "."

    func validate() throws {
        if remove, board != nil { throw ValidationError("a board is part of the contract: take it out of the InOut file by hand") }
        if force, !remove { throw ValidationError("--force goes with --remove") }
    }

    func run() throws {
        if remove {
            let removed: RemovedVertical = try RemovedVertical(name, in: package, launcher: launcher, force: force)
            if !dryRun { try removed.changes.apply() }
            tell(removed.changes, done: "\(name) is out")
        } else if let board {
            let added: NewBoard = try NewBoard(board, of: name, in: package)
            tell(added.changes, dryRun ? [] : try added.make(), done: "\(name) has a board \(board)")
            for note: String in added.notes { print("note: \(note)") }
        } else {
            let made: NewVertical = try NewVertical(name, in: package, launcher: launcher)
            tell(
                made.changes, dryRun ? [] : try made.make(),
                done: "\(name) is there; build it, and run its tests: swift test --filter \(name)Tests")
        }
    }

    private func tell(_ changes: ChangeSet, _ generated: [String] = [], done: String) {
        for line: String in changes.summary + generated.map({ "written  \($0)" }) { print(line) }
        print(dryRun ? "svc-interface: nothing was changed (--dry-run)" : "svc-interface: \(done)")
    }
}
