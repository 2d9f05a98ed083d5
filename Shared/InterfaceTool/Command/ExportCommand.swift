import ArgumentParser
import InterfaceTool

struct ExportCommand: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes interfaces as .proto files, as descriptor sets or as pages for people.",
        discussion: """
            Reads the contract locks (X.contract.json) beside the InOut files among and below the given paths; without a \
            path, those below the current folder. A lock can be named itself, too. Each interface becomes a file of its \
            own, and the same locks always give the same bytes.

            With wire.proto, which stands beside the sources of ColonnadeWire, a .proto file is what a client in another \
            language needs.

            Exits with 0 when done, 1 with every mistake as file:line:column on standard error, 2 for wrong usage.
            """)

    @Flag(help: "proto3, for protoc: maps.proto.")
    var proto: Bool = false

    @Flag(help: "A FileDescriptorSet, as protoc would write it for the .proto file: maps.binpb.")
    var descriptorSet: Bool = false

    @Flag(help: "A page for people: maps.md.")
    var markdown: Bool = false

    @Option(help: ArgumentHelp("The folder to write into; made if it is missing.", valueName: "folder"), completion: .directory)
    var output: String = "."

    @Option(help: ArgumentHelp("Export only this interface, by name, such as Maps; may be repeated.", valueName: "name"))
    var interface: [String] = []

    @Argument(help: ArgumentHelp("Locks, InOut files, or folders that have some.", valueName: "path"), completion: .file())
    var paths: [String] = []

    private var formats: [Export.Format] {
        (proto ? [.proto] : []) + (descriptorSet ? [.descriptorSet] : []) + (markdown ? [.markdown] : [])
    }

    func validate() throws {
        if formats.isEmpty { throw ValidationError("Say what to write: --proto, --descriptor-set or --markdown.") }
    }

    func run() throws {
        for format: Export.Format in formats {
            let export: Export = try Export(paths.isEmpty ? ["."] : paths, interfaces: interface, format: format)
            try export.write(into: output)
            for file: Export.File in export.files { print("wrote \(file.name)") }
        }
    }
}
