import Foundation
import PackagePlugin

/// `swift package generate-interface [--check] [path…]`: runs `svc-interface generate` over the InOut files of the package that it is
/// called in. The tool is built for it like any product, once; a build of the package does not build it.
@main
struct GenerateInterface: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let files: [String] = inOutFiles(of: context.package)
        let namesPaths: Bool = arguments.contains { !$0.hasPrefix("-") }
        guard namesPaths || !files.isEmpty || arguments.contains("--help") else {
            throw GenerationFailure(
                description: "no target of \(context.package.displayName) has a file called …InOut.swift; write an interface into one")
        }
        let tool: Process = Process()
        tool.executableURL = try builtTool()
        tool.currentDirectoryURL = context.package.directoryURL
        tool.arguments = ["generate"] + arguments + (namesPaths ? [] : files)
        try tool.run()
        tool.waitUntilExit()
        guard tool.terminationReason == .exit, tool.terminationStatus == 0 else {
            throw GenerationFailure(description: "svc-interface ended with \(tool.terminationStatus); what is wrong stands above")
        }
    }

    /// Where `swift build` puts the tool, and not where plugins have theirs: so whoever has built it does not build it twice.
    private func builtTool() throws -> URL {
        let result: PackageManager.BuildResult = try packageManager.build(.product("svc-interface"), parameters: .init(echoLogs: true))
        guard result.succeeded,
            let tool: PackageManager.BuildResult.BuiltArtifact = result.builtArtifacts.first(where: { $0.kind == .executable })
        else { throw GenerationFailure(description: "svc-interface can not be built:\n\(result.logText)") }
        return tool.url
    }

    /// Relative to the package, so that messages and paths are short.
    private func inOutFiles(of package: Package) -> [String] {
        let root: String = package.directoryURL.path(percentEncoded: false)
        let prefix: String = root.hasSuffix("/") ? root : root + "/"
        return package.targets.compactMap(\.sourceModule).flatMap { module in
            module.sourceFiles.map { $0.url.path(percentEncoded: false) }
        }.filter { $0.hasSuffix("InOut.swift") }.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }.sorted()
    }
}

/// Why nothing was generated.
struct GenerationFailure: Error, CustomStringConvertible {
    let description: String
}
