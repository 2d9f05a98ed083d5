import FoundationEssentials
import SupervisorCore

/// Makes the paths absolute that stand in a launcher file, and are not told from other texts by how they begin.
struct LauncherPaths {
    /// The folder of the launcher file, absolute.
    let folder: String

    func resolved(_ file: LauncherFile) -> LauncherFile {
        var file: LauncherFile = file
        for index: Int in file.verticals.indices {
            file.verticals[index].directory = file.verticals[index].directory.map(resolved)
            guard case .files(var files) = file.verticals[index].isolation else { continue }
            files.read = files.read.map(resolved)
            files.write = files.write.map(resolved)
            file.verticals[index].isolation = .files(files)
        }
        return file
    }

    private func resolved(_ place: DeclaredFiles.Place) -> DeclaredFiles.Place {
        DeclaredFiles.Place(path: resolved(place.path), line: place.line)
    }

    private func resolved(_ path: String) -> String {
        URL(filePath: path.hasPrefix("/") ? path : "\(folder)/\(path)").standardized.path
    }
}
