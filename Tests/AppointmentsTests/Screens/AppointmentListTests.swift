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
        let ids: [String] = try await book(60, in: subject)
        // A day and a half later, 48 slots are a day: those of the last day are still shown.
        subject.now = TestAppointments.start(58).seconds
        try await ShownScreen.with {
            board(subject).activate(with: ListScreenInput(), $0)
        } tried: { screen in
            #expect(try await screen.now.rows("appointments").map(\.id) == Array(ids[10..<35]))
            try await more(screen)
            try await screen.shows { $0.rows("appointments").map(\.id) == Array(ids[10..<60]) }
            try await screen.act("earlier", .pressed)
            try await screen.shows { $0.rows("appointments").map(\.id) == Array(ids[..<25]) && $0.element("upcoming") != nil }
            try await screen.act("upcoming", .pressed)
            // At first, with a page more, and now.
            _ = try await screen.screens.nth(3) { $0.rows("appointments").first?.id == ids[10] && $0.element("earlier") != nil }
        }
    }

    @Test("Keeps a bounded stretch, which can be begun anew")
    func bounded() async throws {
        let subject: TestAppointments = try TestAppointments()
        _ = try await book(230, in: subject)
        try await ShownScreen.with {
            board(subject).activate(with: ListScreenInput(), $0)
        } tried: { screen in
            for _: Int in 2...9 { try await more(screen) }
            let cut: Screen = try await screen.shows { $0.element("first") != nil }
            #expect(cut.rows("appointments").count == AppointmentRows.most)
            try await screen.act("first", .pressed)
            let first: Screen = screen.screens.all[0]
            // As it was at first.
            _ = try await screen.screens.nth(2) { $0 == first }
        }
    }

    @Test("Beyond so many screens of one consumer, one more is declined")
    func limit() async throws {
        let subject: TestAppointments = try TestAppointments()
        let board: AppointmentListScreenBoard = board(subject, limit: 2)
        let open: [OutputSequence<ScreenOutput, AppointmentsRefusal>.AsyncIterator] = try await opened(2, of: board)
        await #expect(throws: (any Error).self) { _ = try await opened(1, of: board) }
        // Another consumer has a share of its own.
        try await CallingConsumer.$current.withValue("another") { _ = try await opened(1, of: board) }
        #expect(open.count == 2)
    }

    /// Books so many slots one after the other, and gives the appointments' ids in that order.
    private func book(_ count: Int, in subject: TestAppointments) async throws -> [String] {
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            // Together, so that the disk is waited for once.
            for slot: Int in 0..<count { group.addTask { (slot, try await subject.book(slot).id) } }
            return try await group.reduce(into: [(Int, String)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
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
        let seen: Int = screen.screens.all.count
        try await screen.act("appointments", .more(cursor: try #require(list.cursor)))
        _ = try await screen.screens.nth(seen + 1)
    }

    private func board(_ subject: TestAppointments, limit: Int = 10) -> AppointmentListScreenBoard {
        AppointmentListScreenBoard(
            listing: subject.listing, following: subject.following, describing: subject.describing,
            visitors: FixedVisitors.patient("p-ana"), among: ShareLimit(limit, of: "screens are open"),
            now: { Moment(seconds: subject.now) })
    }
}
