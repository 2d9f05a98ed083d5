import Foundation
import Testing

/// Debian's python3-icalendar, by which others' programs read what appointments writes.
enum StockCalendarParser {
    struct Event: Decodable, Hashable {
        let uid: String
        let start: Int64
        let end: Int64
        let stamp: Int64
        let zone: String
        let sequence: Int
        let status: String
        let summary: String
        let description: String
        let location: String
        let latitude: Double?
        let longitude: Double?
    }

    private static let script: String = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "read_calendar.py").path()

    /// The events of a calendar. Fails where the parser is not installed: `.ci/setup test` does that.
    static func events(in text: String) throws -> [Event] {
        let process: Process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-B", script]
        let (input, output, errors): (Pipe, Pipe, Pipe) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        try process.run()
        // A pipe takes 64 KB before it is read; what is tested here is less.
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let json: Data = output.fileHandleForReading.readDataToEndOfFile()
        let said: Data = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "the parser did not take it: \(String(decoding: said, as: UTF8.self))")
        return try JSONDecoder().decode([Event].self, from: json)
    }
}
