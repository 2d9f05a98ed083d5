import SupervisorCore

extension FuzzTarget {
    /// Launcher files, which are YAML that people write: whatever they say, there is a file or there are issues, and each issue has
    /// a line of the text.
    static var launcherFiles: FuzzTarget {
        FuzzTarget(name: "launchers", seeds: launcherSeeds.map { [UInt8]($0.utf8) }) { (input, _) throws(BrokenInvariant) in
            let text: String = String(decoding: input, as: UTF8.self)
            let parsed: (file: LauncherFile, issues: [LauncherIssue]) = LauncherFileParser.parse(text)
            // Yams knows more line breaks than Swift's characters do; a few lines more are no harm.
            let lines: Int = text.unicodeScalars.reduce(2) { $0 + ($1.properties.isWhitespace ? 1 : 0) }
            if let stray: LauncherIssue = parsed.issues.first(where: { $0.line < 0 || $0.line > lines }) {
                throw BrokenInvariant("an issue in line \(stray.line) of \(lines): \(stray.message)")
            }
            guard !parsed.issues.isEmpty || !parsed.file.name.isEmpty else { throw BrokenInvariant("no file and no issue") }
            return "\(min(parsed.issues.count, 8)) issues, \(min(parsed.file.verticals.count, 8)) verticals"
        }
    }

    private static let launcherSeeds: [String] = [
        """
        launcher: clinic
        verticals:
          maps:
            executable: svc-maps
            restart: permanent
            config: { places: ../data/places.geojson, n: [1, 2.5, true, null, "x"] }
          clinical-records:
            executable: svc-clinical-records
            uses: [maps]
        launch:
          - { board: maps.loadPlaces, input: { source: configuredFile, mode: replace } }
        """,
        """
        launcher: &a one
        verticals: { a: &b { executable: x, restart: transient }, c: *b }
        groups: { g: [a, c] }
        """,
        "launcher: |\n  text\nverticals: [1]\n", "%YAML 1.2\n---\n!!map {launcher: !x 5}\n...\n",
    ]
}
