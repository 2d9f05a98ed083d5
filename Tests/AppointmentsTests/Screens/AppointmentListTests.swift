import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Foundation
import Testing

@testable import AppointmentsPresentation

@Suite("The list of a patient's appointments", .timeLimit(.minutes(2)))
struct AppointmentListTests {
    @Test("Shows those ahead page by page, and earlier ones where they are asked for")
    func pages() async throws {
        let subject: TestAppointments = try TestAppointments()
        var ids: [String] = []
        for slot: Int in 0..<60 { ids.append(try await subject.book(slot).id) }
        // A day and a half later, 48 slots are a day: those of the last day are still shown.
        subject.now = TestAppointments.start(58).seconds
        try await ShownScreen.with {
            board(subject).activate(with: ListScreenInput(), $0)
        } tried: { [ids] screen in
            #expect(try await screen.now.rows("appointments").map(\.id) == Array(ids[10..<35]))
            try await more(screen)
            try await screen.shows { $0.rows("appointments").map(\.id) == Array(ids[10..<60]) }
            try await screen.act("earlier", .pressed)
            try await screen.shows { $0.rows("appointments").map(\.id) == Array(ids[..<25]) && $0.element("upcoming") != nil }
            try await screen.act("upcoming", .pressed)
            try await screen.shows { $0.rows("appointments").first?.id == ids[10] && $0.element("earlier") != nil }
        }
    }

    @Test("Keeps a bounded stretch, which can be begun anew, and loses no news of it")
    func bounded() async throws {
        let subject: TestAppointments = try TestAppointments()
        for slot: Int in 0..<230 { try await subject.book(slot) }
        try await ShownScreen.with {
            board(subject).activate(with: ListScreenInput(), $0)
        } tried: { screen in
            for count: Int in 2...9 {
                try await more(screen)
                try await screen.shows { $0.rows("appointments").count == min(count * 25, AppointmentRows.most) && count * 25 >= 50 }
            }
            let cut: Screen = try await screen.shows { $0.element("first") != nil }
            #expect(cut.rows("appointments").count == AppointmentRows.most)
            try await screen.act("first", .pressed)
            try await screen.shows { $0.element("first") == nil && $0.rows("appointments").count == 25 && $0 != screen.screens.all[0] }
        }
    }

    @Test("Beyond so many screens of one consumer, one more is declined, and a closed one makes room")
    func limit() async throws {
        let subject: TestAppointments = try TestAppointments()
        let board: AppointmentListScreenBoard = board(subject, limit: 2)
        let open: [OutputSequence<ScreenOutput, AppointmentsRefusal>.AsyncIterator] = try await opened(2, of: board)
        await #expect(throws: (any Error).self) { _ = try await opened(1, of: board) }
        // Another consumer has a share of its own.
        try await CallingConsumer.$current.withValue("another") { _ = try await opened(1, of: board) }
        #expect(open.count == 2)
    }

    private func opened(
        _ count: Int, of board: AppointmentListScreenBoard
    ) async throws -> [OutputSequence<ScreenOutput, AppointmentsRefusal>.AsyncIterator] {
        var open: [OutputSequence<ScreenOutput, AppointmentsRefusal>.AsyncIterator] = []
        for _: Int in 0..<count {
            let iterator: OutputSequence<ScreenOutput, AppointmentsRefusal>.AsyncIterator =
                board.activate(with: ListScreenInput(), Commands()).makeAsyncIterator()
            _ = try await iterator.next()
            open.append(iterator)
        }
        return open
    }

    private func more(_ screen: ShownScreen) async throws {
        guard case .list(let list)? = try await screen.now.element("appointments")?.content else { return }
        try await screen.act("appointments", .more(cursor: try #require(list.cursor)))
        try await screen.shows { shown in
            if case .list(let now)? = shown.element("appointments")?.content { now.cursor != list.cursor } else { false }
        }
    }

    private func board(_ subject: TestAppointments, limit: Int = 10) -> AppointmentListScreenBoard {
        AppointmentListScreenBoard(
            listing: subject.listing, following: subject.following, describing: subject.describing,
            visitors: FixedVisitors.patient("p-ana"), among: ShareLimit(limit, of: "screens are open"),
            now: { Moment(seconds: subject.now) })
    }
}
