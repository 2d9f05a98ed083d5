import ColonnadeContract

@testable import InterfaceTool

/// Runs the generator in memory.
enum Sources {
    /// What the sources of `path` and their lock give.
    static func resolve(
        _ source: String, path: String = "DemoInOut.swift", lock: ContractDescriptor? = nil
    ) throws(Diagnostics) -> ResolvedFile {
        let parsed: (file: DeclaredFile, diagnostics: Diagnostics) = InterfaceParser.parse(source, path: path)
        guard parsed.diagnostics.isEmpty else { throw parsed.diagnostics }
        let module: Module = Module(drafts: [Draft(file: parsed.file, lock: lock)], platform: PlatformTypes.linked)
        return try module.resolve([path])[0]
    }

    static func contract(_ source: String, lock: ContractDescriptor? = nil) throws(Diagnostics) -> ContractDescriptor {
        try resolve(source, lock: lock).contract
    }

    /// The messages for sources that can't be generated, without the file's name.
    static func errors(_ source: String) -> [String] {
        do {
            _ = try resolve(source)
            return []
        } catch {
            return error.description.split(separator: "\n").map { String($0.dropFirst("DemoInOut.swift:".count)) }
        }
    }
}
