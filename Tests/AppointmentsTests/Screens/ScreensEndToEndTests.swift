import AppointmentsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Foundation
import Testing

@Suite("The screens of appointments, as a shell has them", .timeLimit(.minutes(2)))
struct ScreensEndToEndTests {
    @Test("A patient books on one screen, sees it come on the list, moves and cancels it on its own", arguments: Way.allCases)
    func walk(_ way: Way) async throws {
        try await AppointmentsOnScreens.run(way) { subject in
            let appointments: AppointmentsClient = subject.appointments
            try await calling(as: try subject.sessions.patient("p-ana")) {
                try await ShownScreen.with {
                    appointments.appointmentListScreen(ListScreenInput(), $0)
                } tried: { list in
                    #expect(try await list.now.element("none") != nil)
                    try await list.act("book", .pressed)
                    #expect(try await list.routes.first().value() == AppointmentListRoute.bookingWanted(patient: "p-ana"))
                    let booked: Appointment = try await book(appointments, reason: "cough <b>")
                    #expect(booked.start == TestConfiguration.slot(1) && booked.reason == "cough <b>")
                    try await list.shows { $0.rows("appointments").map(\.id) == [booked.id.uuidString] }
                    try await list.act("appointments", .chosen(booked.id.uuidString))
                    #expect(try await list.routes.nth(2).value() == AppointmentListRoute.appointmentChosen(id: booked.id))
                    try await change(booked, appointments)
                    try await list.shows { $0.rows("appointments").first?.badge?.plainText == "Cancelled" }
                    #expect(list.screens.all.count == list.changes.all.count + 1, "one whole screen, then changes")
                }
            }
        }
    }

    @Test("A double click, a second window and a screen that is opened again book once, and lead to the same appointment")
    func once() async throws {
        try await AppointmentsOnScreens.run { subject in
            let appointments: AppointmentsClient = subject.appointments
            let key: UUID = UUID()
            try await calling(as: try subject.sessions.patient("p-ana")) {
                let board: ShownScreen.Board = { appointments.bookingScreen(BookingScreenInput(key: key, clinic: "general"), $0) }
                let (first, second): (Mailbox<BookingRoute>, Mailbox<BookingRoute>) = (Mailbox(), Mailbox())
                try await ShownScreen.with(board) { window in
                    try await hold(TestConfiguration.slot(9), on: window)
                    try await ShownScreen.with(board) { screen in
                        try await hold(TestConfiguration.slot(3), on: screen)
                        try await screen.act("confirm", .submitted(["reason": .text("")]))
                        try? await screen.act("confirm", .submitted(["reason": .text("")]))
                        #expect(try await screen.end.first() == .done)
                        for route: Route in screen.routes.all { first.put(try #require(route.value())) }
                    }
                    // Another time by the same key: what was booked counts.
                    try await window.act("confirm", .submitted([:]))
                    second.put(try #require(try await window.routes.first().value()))
                }
                try await ShownScreen.with(board) { again in
                    let led: BookingRoute? = try await again.routes.first().value()
                    #expect(led != nil && led == first.all.first)
                    #expect(try await again.end.first() == .done)
                }
                #expect(first.all.count == 1 && second.all == first.all)
                let all: [Appointment] = try await appointments.list(ListRequest(scope: .patient("p-ana"))).appointments
                #expect(all.count == 1 && all.first.map { first.all == [.booked($0)] } == true)
            }
        }
    }

    @Test("A time that was taken meanwhile is said to be, and fresh ones are shown")
    func taken() async throws {
        try await AppointmentsOnScreens.run { subject in
            let appointments: AppointmentsClient = subject.appointments
            let taken: String = TestConfiguration.slot(2).slotID
            try await calling(as: try subject.sessions.patient("p-ana")) {
                let input: BookingScreenInput = BookingScreenInput(key: UUID(), clinic: "general", practitioner: "stein")
                try await ShownScreen.with {
                    appointments.bookingScreen(input, $0)
                } tried: { screen in
                    try await hold(TestConfiguration.slot(2), on: screen)
                    _ = try await subject.book(2, patient: "p-ben")
                    try await screen.act("confirm", .submitted([:]))
                    let said: Screen = try await screen.shows { $0.element("problem") != nil }
                    #expect(!said.times.contains(taken) && said.grid?.selected == nil && said.element("choice") == nil)
                    try await hold(TestConfiguration.slot(3), on: screen)
                    try await screen.act("confirm", .submitted([:]))
                    guard case .booked(let booked)? = try await screen.routes.first().value(as: BookingRoute.self) else {
                        Issue.record("nothing was booked")
                        return
                    }
                    #expect(booked.start == TestConfiguration.slot(3))
                }
            }
        }
    }

    @Test("The clinics near a place that was picked come first, and a place is asked for by a route")
    func near() async throws {
        try await AppointmentsOnScreens.run { subject in
            let appointments: AppointmentsClient = subject.appointments
            let boston: BookingPlace = BookingPlace(name: "Boston {0}", latitude: 42.36, longitude: -71.06)
            try await calling(as: try subject.sessions.patient("p-ana")) {
                try await ShownScreen.with {
                    appointments.bookingScreen(BookingScreenInput(key: UUID()), $0)
                } tried: { screen in
                    let near: ScreenElement? = try await screen.now.element("near")
                    #expect(near?.content == .link("Pick a place, for the clinics near it", route: Route(BookingRoute.placeWanted)))
                    #expect(try await screen.now.rows("clinics").map(\.badge) == [nil, nil])
                }
                let asked: BookingScreenInput = BookingScreenInput(key: UUID(), near: boston)
                try await within(.seconds(30), "the clinic's place") {
                    let far: Mailbox<Bool> = Mailbox()
                    while far.all.last != true {
                        try await ShownScreen.with {
                            appointments.bookingScreen(asked, $0)
                        } tried: { screen in
                            let rows: [ScreenRow] = try await screen.now.rows("clinics")
                            #expect(rows.map(\.id) == ["general", "charite"])
                            far.put(rows.first?.badge?.arguments == [.quantity(791, unit: "m")])
                        }
                    }
                }
                for bad: BookingPlace in [
                    BookingPlace(name: "x", latitude: .nan, longitude: 0), BookingPlace(name: "x", latitude: 0, longitude: 181),
                    BookingPlace(name: String(repeating: "x", count: 201), latitude: 0, longitude: 0),
                ] {
                    let input: BookingScreenInput = BookingScreenInput(key: UUID(), near: bad)
                    let refused: AppointmentsRefusal? = try await refusal {
                        for try await _: ScreenOutput in appointments.bookingScreen(input, Commands()) {}
                    }
                    #expect(refused == .invalidText(field: "near", limit: 200))
                }
            }
        }
    }

    /// Books the second slot by hand, and gives what the route says.
    private func book(_ appointments: AppointmentsClient, reason: String) async throws -> Appointment {
        let routes: Mailbox<BookingRoute> = Mailbox()
        try await ShownScreen.with {
            appointments.bookingScreen(BookingScreenInput(key: UUID()), $0)
        } tried: { screen in
            #expect(try await screen.now.rows("clinics").map(\.id) == ["general", "charite"])
            try await screen.act("clinics", .chosen("general"))
            let grid: Screen = try await screen.shows { $0.grid != nil }
            #expect(grid.grid?.timeZone == "America/New_York" && grid.grid?.earlier == nil)
            try await screen.act("practitioner", .entered(.options(["with:okafor"])))
            try await hold(TestConfiguration.slot(1), on: screen)
            try await screen.act("confirm", .submitted(["reason": .text(String(repeating: "x", count: 501))]))
            try await screen.shows { $0.field("reason")?.error != nil }
            try await screen.act("confirm", .submitted(["reason": .text(reason)]))
            routes.put(try #require(try await screen.routes.first().value()))
            #expect(try await screen.end.first() == .done)
        }
        guard case .booked(let booked)? = routes.all.first, booked.practitioner == "okafor" else { throw NotBooked() }
        return booked
    }

    /// Moves an appointment to the sixth slot, and cancels it.
    private func change(_ booked: Appointment, _ appointments: AppointmentsClient) async throws {
        try await ShownScreen.with {
            appointments.appointmentScreen(AppointmentScreenInput(id: booked.id), $0)
        } tried: { screen in
            let facts: [String: String] = try await screen.now.values("facts")
            #expect(facts["Where"] == "General <Clinic>" && facts["Reason"] == "cough <b>" && facts["Patient"] == nil)
            try await screen.act("move", .pressed)
            try await hold(TestConfiguration.slot(5), on: screen, shown: "confirmMove")
            try await screen.act("confirmMove", .pressed)
            let moved: Screen = try await screen.shows { $0.element("status") != nil && $0.grid == nil }
            #expect(moved.values("facts")["When"] == "\(ScreenText("\(moment: TestConfiguration.slot(5))").plainText)")
            try await screen.act("cancel", .pressed)
            let cancelled: Screen = try await screen.shows { $0.element("again") != nil }
            #expect(cancelled.element("move") == nil && cancelled.element("cancel") == nil)
            try await screen.act("again", .pressed)
            #expect(try await screen.routes.first().value() == AppointmentRoute.bookingWanted(patient: "p-ana"))
        }
    }

    private struct NotBooked: Error {}
}

/// Waits for a grid that has the slot, and chooses it.
func hold(_ start: Date, on screen: ShownScreen, shown: String = "confirm") async throws {
    try await screen.shows { $0.times.contains(start.slotID) }
    try await screen.act("slots", .chosen(start.slotID))
    try await screen.shows { $0.grid?.selected == start.slotID && $0.element(shown) != nil }
}
