import Foundation

/// What the build has left beside the tests.
struct BuiltProducts {
    /// Where the tests were linked.
    static let folder: URL = {
        let tests: String? = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent()
    }()

    private struct Description: Decodable {
        let targetDependencyMap: [String: [String]]
    }

    /// What each module is built from, directly and not, as the build itself has planned it.
    static func graph() throws -> [String: Set<String>] {
        let file: Data = try Data(contentsOf: folder.appending(path: "description.json"))
        return try JSONDecoder().decode(Description.self, from: file).targetDependencyMap.mapValues(Set.init)
    }

    /// The modules whose symbols a program has: a Swift symbol begins with `$s`, the module's length and its name. Types of other
    /// modules that it only extends or mentions come later in the name.
    static func modules(in program: String) throws -> Set<String> {
        let script: String =
            #"set -e; nm=$(command -v nm || command -v llvm-nm); "$nm" "$0" | "#
            + #"awk '{ name = $NF } match(name, /^\$s[0-9]+/) { print substr(name, RLENGTH + 1, substr(name, 3, RLENGTH - 2)) }' | sort -u"#
        let process: Process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, folder.appending(path: program).path()]
        let output: Pipe = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes: Data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }
}
