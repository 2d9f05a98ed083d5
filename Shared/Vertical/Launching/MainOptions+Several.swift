import ColonnadeEventLoop
import FoundationEssentials

extension MainOptions {
    /// The options of one of several verticals: its directories lie in the launcher's, and where the launcher's configuration is a
    /// directory, it reads the file of its name there.
    func of(_ vertical: String, among count: Int) -> MainOptions {
        guard count > 1 else { return self }
        var options: MainOptions = self
        options.stateDirectory += "/" + vertical
        options.runtimeDirectory += "/" + vertical
        if let directory: String = configurationFile, FilePath.isDirectory(directory) {
            let file: String = "\(directory)/\(vertical).json"
            options.configurationFile = FilePath.exists(file) ? file : nil
        }
        return options
    }

    /// A configuration file that no vertical reads has a wrong name.
    func checkConfigurations(of verticals: [String]) throws(LaunchError) {
        guard verticals.count > 1, let directory: String = configurationFile, FilePath.isDirectory(directory) else { return }
        let known: Set<String> = Set(verticals.map { "\($0).json" })
        let files: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).filter { $0.hasSuffix(".json") }
        guard let stray: String = files.sorted().first(where: { !known.contains($0) }) else { return }
        throw .usage(
            "\(directory)/\(stray) configures nothing; a file is named after its vertical: \(known.sorted().joined(separator: ", "))")
    }
}
