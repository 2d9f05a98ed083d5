/// The text of the program that runs every vertical of the suite in one process, where the suite has one.
struct HostText {
    static let path: String = "Services/Clinic/Daemon/Main.swift"
    private static let end: String = "            .run(as: "

    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The text with one vertical more, installed behind the others.
    func adding(_ name: VerticalName) throws(ScaffoldError) -> String {
        var lines: [Substring] = ImportList.adding("import \(name.text)", to: text).split(separator: "\n", omittingEmptySubsequences: false)
        guard let place: Int = lines.lastIndex(where: { $0.hasPrefix(Self.end) }) else {
            throw ScaffoldError("there is no line \"\(Self.end)\" in it, before which verticals are installed", in: Self.path)
        }
        lines.insert(Self.line(name)[...], at: place)
        return lines.joined(separator: "\n")
    }

    /// The text without what ``adding(_:)`` has written.
    func removing(_ name: VerticalName) -> String {
        ImportList.removing("import \(name.text)", from: ImportList.removing(Self.line(name), from: text))
    }

    /// Lines that install a vertical in another way than ``adding(_:)`` does.
    func mentions(of name: VerticalName) -> [String] {
        removing(name).split(separator: "\n").filter { $0.contains("\(name.text)LauncherPlugin") }.map { $0.trimmingSpaces }
    }

    private static func line(_ name: VerticalName) -> String {
        "            .install(launcherPlugin: \(name.text)LauncherPlugin())"
    }
}
