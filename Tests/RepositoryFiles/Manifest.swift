import Foundation

/// What this repository's Package.swift says, read as text: SwiftPM holds its lock while tests run.
public struct Manifest: Sendable {
    /// One line of the suite.
    public struct Vertical: Hashable, Sendable {
        public let name: String
        /// The verticals that it may call.
        public let uses: [String]
        /// The ways in which it can keep its data, where it has several.
        public let stores: [String]

        public init(_ name: String, uses: [String] = [], stores: [String] = []) {
            self.name = name
            self.uses = uses
            self.stores = stores
        }
    }

    /// In the order of the file.
    public let verticals: [Vertical]
    /// The folder of each library that is written out: `Shared/ClinicSessions` for `ClinicSessions`.
    public let libraries: [String: String]

    public init(_ text: String) {
        let lines: [String] = text.components(separatedBy: "\n")
        verticals = lines.compactMap(Self.vertical)
        libraries = text.matches(of: /library\(\s*"(\w+)", in: "([\w\/-]+)"/).reduce(into: [:]) { $0[String($1.1)] = String($1.2) }
    }

    private static func vertical(_ line: String) -> Vertical? {
        guard let name: Substring = line.firstMatch(of: /^    vertical\("(\w+)"/)?.1 else { return nil }
        let uses: Substring = line.firstMatch(of: /uses: \[([^\]]*)\]/)?.1 ?? ""
        return Vertical(
            String(name), uses: uses.matches(of: /"(\w+)"/).map { String($0.1) },
            stores: line.matches(of: /Store\("(\w+)"/).map { String($0.1) })
    }
}
