import ColonnadeEventLoop
import FoundationEssentials

/// What programs need beside themselves. It is kept: verticals are started again and again, and several may run one program. Belongs to the
/// loop.
final class ProgramFiles {
    struct Found {
        /// Resources and libraries that stand beside the program, where SwiftPM puts them.
        let resources: [String]
        /// The folders of its other libraries.
        let libraries: [String]
        /// The program and its folder, as they were then: with either of them, what was found may have changed.
        fileprivate let identity: [String?]
    }

    /// By the program's path: no more than the programs of the launcher files that this supervisor has carried out.
    private var found: [String: Found] = [:]

    /// What a program needs now.
    func of(_ program: String) -> Found {
        let folder: String = String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])
        let identity: [String?] = [FilePath.identity(program), FilePath.identity(folder + "/")]
        if let known: Found = found[program], known.identity == identity { return known }
        let beside: [String]? = try? FileManager.default.contentsOfDirectory(atPath: folder + "/")
        let parts: [String] = beside?.filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") || $0.contains(".so") } ?? []
        let named: [String]? = try? LibraryRunPath.read(program)
        let now: Found = Found(
            resources: parts.map { "\(folder)/\($0)" }, libraries: LoadedLibraries.withTools(named ?? []), identity: identity)
        // What could not be looked at, for lack of descriptors perhaps, is looked at again.
        found[program] = beside == nil || named == nil ? nil : now
        return now
    }
}
