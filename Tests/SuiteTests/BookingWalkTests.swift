import Foundation
import Testing

extension RealSuites {
    /// What the README's walk does with an appointment, with real daemons under a real supervisor.
    @Suite("The walk, an appointment", .serialized)
    struct BookingWalkTests {
        /// One patient, who has signed in, at the clinic of the launcher file.
        private struct Desk {
            let suite: Suite
            let patient: String

            init() async throws {
                suite = try await Suite()
                patient = try FHIRBundles.patient(in: FHIRBundles.sample)
                try await suite.invite("ana", #"{"name": "Ana Keller", "role": "patient", "patient": "\#(patient)"}"#, by: "operator")
            }

            func call(_ board: String, _ input: String, by name: String = "ana") async throws -> Finished {
                try await suite.call("appointments", board, input, "--session", "@" + suite.sessionFile(name).path())
            }

            /// The object that a call gives, which is not refused.
            func object(_ board: String, _ input: String) async throws -> [String: Any] {
                let finished: Finished = try await call(board, input)
                try #require(finished.status == 0, "\(board): \(finished.errors)")
                return try finished.object()
            }

            /// The starts of the next free slots.
            func freeStarts() async throws -> [String] {
                let days: [String] = [1, 8].map {
                    String(Date(timeIntervalSinceNow: $0 * 86_400).formatted(.iso8601).prefix(10)) + "T00:00:00Z"
                }
                let page: [String: Any] = try await object(
                    "slots",
                    #"{"clinic": "fruit-street", "practitioner": "stein", "from": "\#(days[0])", "until": "\#(days[1])", "pageSize": 3}"#)
                return try #require(page["slots"] as? [[String: Any]]).compactMap { $0["start"] as? String }
            }

            func booking(_ key: UUID, _ start: String) -> String {
                #"{"key": "\#(key)", "patient": "\#(patient)", "clinic": "fruit-street", "practitioner": "stein", "#
                    + #""start": "\#(start)", "reason": "Cough"}"#
            }
        }

        @Test("a booking outlives kill -9: the same key is the same booking, and its slot is taken for all others")
        func outlivesCrash() async throws {
            let desk: Desk = try await Desk()
            let start: String = try #require(try await desk.freeStarts().first)
            let key: UUID = UUID()
            let booked: [String: Any] = try await desk.object("book", desk.booking(key, start))
            #expect(booked["start"] as? String == start && booked["status"] as? String == "booked")

            let before: Status = try await desk.suite.status(of: "appointments")
            kill(try #require(before.pid), SIGKILL)
            // At once: the call waits for the daemon that comes in the place of the one that was killed.
            let again: [String: Any] = try await desk.object("book", desk.booking(key, start))
            #expect(again as NSDictionary == booked as NSDictionary)
            let taken: Finished = try await desk.call("book", desk.booking(UUID(), start), by: "staff")
            #expect(taken.status == 1 && taken.errors.contains(#""taken""#), "\(taken.errors)")
            #expect(try await !desk.freeStarts().contains(start))
            try await desk.suite.waitUntilReady("appointments", generation: before.generation + 1)
            #expect(try await desk.suite.status(of: "appointments").restarts == before.restarts + 1)
            try await desk.suite.down()
        }

        @Test("an appointment is moved, put into a calendar with the place that maps knows, and cancelled")
        func movesAndCancels() async throws {
            let desk: Desk = try await Desk()
            let starts: [String] = try await desk.freeStarts()
            let (first, second): (String, String) = (try #require(starts.first), try #require(starts.dropFirst().first))
            let booked: [String: Any] = try await desk.object("book", desk.booking(UUID(), first))
            let id: String = try #require(booked["id"] as? String)

            let moved: [String: Any] = try await desk.object("move", #"{"appointment": "\#(id)", "start": "\#(second)"}"#)
            #expect(moved["id"] as? String == id && moved["start"] as? String == second)
            let free: [String] = try await desk.freeStarts()
            #expect(free.contains(first) && !free.contains(second))

            let export: [String: Any] = try await desk.object("exportCalendar", #"{"patient": "\#(desk.patient)"}"#)
            let events: [String] = try calendarLines(export)
            #expect(export["count"] as? Int == 1 && events.filter { $0 == "BEGIN:VEVENT" }.count == 1)
            #expect(events.contains { $0.hasPrefix("UID:") && $0.lowercased().contains(id.lowercased()) }, "\(events)")
            #expect(events.contains { $0.hasPrefix("LOCATION:") && $0.contains("Fruit Street") }, "\(events)")
            #expect(events.contains { $0.hasPrefix("GEO:42.") }, "\(events)")

            let cancelled: [String: Any] = try await desk.object("cancel", #"{"appointment": "\#(id)"}"#)
            #expect(cancelled["id"] as? String == id && cancelled["status"] as? String == "cancelled")
            #expect(try await desk.freeStarts().starts(with: [first, second]))
            try await desk.suite.down()
        }

        /// The lines of an iCalendar object, those that were folded put together again (RFC 5545, 3.1).
        private func calendarLines(_ export: [String: Any]) throws -> [String] {
            let text: String = try #require(export["text"] as? String)
            #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
            return text.replacing("\r\n ", with: "").components(separatedBy: "\r\n")
        }
    }
}
