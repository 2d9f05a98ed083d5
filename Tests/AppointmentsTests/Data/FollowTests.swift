import AppointmentsDomain
import ColonnadeTesting
import GRDB
import Testing

@testable import AppointmentsData

@Suite("Followers of appointments", .timeLimit(.minutes(2)))
struct FollowTests {
    private let subject: TestAppointments

    init() throws {
        subject = try TestAppointments()
    }

    @Test("see what happens, in its order, as it was then, and only what is theirs")
    func news() async throws {
        let follower: Follower = try await Follower(subject, .patient("p-ana"), as: TestAppointments.ana)
        #expect(try await follower.next()?.words == "following")
        let mine: AppointmentDomainModel = try await subject.book(0, as: TestAppointments.ana)
        try await subject.book(1, patient: "p-ben", as: TestAppointments.ben)
        _ = try await subject.moving.execute(
            MoveDomainModel(appointment: mine.id, start: TestAppointments.start(4)), for: TestAppointments.ana)
        _ = try await subject.cancelling.execute(mine.id, for: TestAppointments.ana)
        var seen: [String] = []
        for _: Int in 0..<3 { seen.append(try await follower.next()?.words ?? "") }
        #expect(seen == ["booked 0 0", "moved 4 1", "cancelled 4 2"])
    }

    @Test("go on where they were, whatever the cursor, and miss and repeat nothing")
    func resume() async throws {
        for slot: Int in 0..<130 { try await subject.book(slot) }
        let all: [String] = (0..<130).map { "booked \($0) 0" }
        for cut: Int in [0, 1, 99, 100, 101, 129] {
            let first: Follower = try await Follower(subject, .all, after: "e.0")
            var cursor: String? = try await first.next()?.cursor
            var seen: [String] = []
            for _: Int in 0..<cut {
                let news: AppointmentNewsDomainModel = try #require(try await first.next())
                (seen, cursor) = (seen + [news.words], news.cursor)
            }
            let second: Follower = try await Follower(subject, .clinic("always"), after: cursor)
            _ = try await second.next()
            for _: Int in cut..<130 { seen.append(try await second.next()?.words ?? "") }
            #expect(seen == all, "cut at \(cut)")
        }
    }

    @Test(
        "read on by an index of their own, and no further than they are given",
        arguments: [
            (AppointmentRepository.Scope.patient("p-ana"), ["eventPatient (patient=? AND number>?)"]),
            (.clinic("always"), ["eventClinic (clinic=? AND number>?)", "eventFormerClinic (formerClinic=? AND number>?)"]),
            (.all, ["INTEGER PRIMARY KEY (rowid>?)"]),
        ])
    func plan(scope: AppointmentRepository.Scope, indexes: [String]) async throws {
        let plan: [String] = try await subject.plan(
            AppointmentRepository.eventsSQL(of: scope), ["after": 1, "whose": scope.name, "limit": 1])
        #expect(plan.filter { $0.hasPrefix("SEARCH event USING") }.count == indexes.count, "\(plan)")
        for index: String in indexes { #expect(plan.contains { $0.hasSuffix(index) }, "\(plan)") }
        #expect(!plan.contains { $0.contains("SCAN event") || $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test("of a clinic hear once of an appointment that comes or goes, in its order")
    func acrossClinics() async throws {
        let clinics: [ClinicDomainModel] = ["east", "west", "north"].map { TestClinics.clinic($0, hours: TestClinics.always.hours) }
        let subject: TestAppointments = try TestAppointments(clinics)
        let mine: AppointmentDomainModel = try await subject.book(0, at: "east")
        for (clinic, slot): (String, Int) in [("west", 1), ("west", 2), ("north", 3)] {
            _ = try await subject.moving.execute(
                MoveDomainModel(appointment: mine.id, clinic: clinic, start: TestAppointments.start(slot)), for: TestAppointments.staff)
        }
        try await subject.book(9, at: "east")
        for (clinic, expected): (String, [String]) in [
            ("east", ["booked 0 0", "moved 1 1", "booked 9 0"]), ("west", ["moved 1 1", "moved 2 2", "moved 3 3"]),
            ("north", ["moved 3 3"]),
        ] {
            let follower: Follower = try await Follower(subject, .clinic(clinic), after: "e.0")
            _ = try await follower.next()
            var seen: [String] = []
            for _: String in expected { seen.append(try await follower.next()?.words ?? "") }
            #expect(seen == expected)
            // The next is new, so that nothing came twice.
            let next: Int = try #require(["east": 20, "west": 21, "north": 22][clinic])
            try await subject.book(next, at: clinic)
            #expect(try await follower.next()?.words == "booked \(next) 0")
        }
    }

    @Test("who has read all is woken by what comes, and by what leaves")
    func wakened() async throws {
        let clinics: [ClinicDomainModel] = ["east", "west"].map { TestClinics.clinic($0, hours: TestClinics.always.hours) }
        let subject: TestAppointments = try TestAppointments(clinics)
        let mine: AppointmentDomainModel = try await subject.book(0, at: "east")
        let scopes: [FollowScopeDomainModel] = [.clinic("east"), .clinic("west"), .patient(mine.patient), .all]
        var followers: [Follower] = []
        for scope: FollowScopeDomainModel in scopes {
            followers.append(try await Follower(subject, scope))
            _ = try await followers.last?.next()
        }
        // Who looks at east has read all; who looks at west has not begun.
        try await subject.book(2, at: "east")
        for index: Int in [0, 2, 3] { #expect(try await followers[index].next()?.words == "booked 2 0") }
        _ = try await subject.moving.execute(
            MoveDomainModel(appointment: mine.id, clinic: "west", start: TestAppointments.start(1)), for: TestAppointments.staff)
        for follower: Follower in followers { #expect(try await follower.next()?.words == "moved 1 1") }
        _ = try await subject.cancelling.execute(mine.id, for: TestAppointments.staff)
        for follower: Follower in followers.dropFirst() { #expect(try await follower.next()?.words == "cancelled 1 2") }
    }

    @Test("who reads slowly finds all of it later, and nothing is kept for it")
    func slow() async throws {
        let slow: Follower = try await Follower(subject, .all)
        _ = try await slow.next()
        for slot: Int in 0..<300 { try await subject.book(slot) }
        for slot: Int in 0..<300 { #expect(try await slow.next()?.words == "booked \(slot) 0") }
    }

    @Test("who stops is let go")
    func cancelled() async throws {
        let listeners: Mailbox<Int> = Mailbox()
        let waiting: Task<Bool, any Error> = Task { [subject] in
            let follower: Follower = try await Follower(subject, .all)
            _ = try await follower.next()
            listeners.put(subject.bells.listenerCount)
            do {
                _ = try await follower.next()
                return false
            } catch {
                return error is CancellationError
            }
        }
        #expect(try await listeners.first() == 1)
        waiting.cancel()
        #expect(try await waiting.value)
        #expect(subject.bells.listenerCount == 0)
    }

    @Test("a page of the list leads on to what happens after it")
    func fromList() async throws {
        try await subject.book(0)
        let page: AppointmentPageDomainModel = try await subject.listing.execute(
            ListQueryDomainModel(scope: .patient("p-ana")), for: TestAppointments.ana)
        try await subject.book(1)
        let follower: Follower = try await Follower(subject, .all, after: page.follow)
        _ = try await follower.next()
        #expect(try await follower.next()?.words == "booked 1 0")
    }

    @Test("patients follow themselves and nobody else; a cursor that is none is refused")
    func refusals() async throws {
        for scope: FollowScopeDomainModel in [.patient("p-ben"), .clinic("always"), .all] {
            let problem: AppointmentsProblem? = try await problem { _ = try await Follower(subject, scope, as: TestAppointments.ana) }
            guard case .notAllowed? = problem else {
                Issue.record("\(scope) was followed")
                continue
            }
        }
        for cursor: String in ["", "e.", "e.-1", "l.1.1", "e.é"] {
            #expect(try await problem { _ = try await Follower(subject, .all, after: cursor) } == .invalidCursor(cursor))
        }
    }
}

/// Takes news one by one.
private actor Follower {
    private var iterator: any AsyncIteratorProtocol<[AppointmentNewsDomainModel], any Error>
    private var batch: ArraySlice<AppointmentNewsDomainModel> = []

    init(
        _ subject: TestAppointments, _ scope: FollowScopeDomainModel, after cursor: String? = nil,
        as visitor: VisitorDomainModel = TestAppointments.staff
    ) async throws {
        iterator = try await subject.following.execute(scope, after: cursor, for: visitor).makeAsyncIterator()
    }

    func next() async throws -> AppointmentNewsDomainModel? {
        while batch.isEmpty {
            var taken: any AsyncIteratorProtocol<[AppointmentNewsDomainModel], any Error> = iterator
            guard let next: [AppointmentNewsDomainModel] = try await taken.next(isolation: self) else { return nil }
            iterator = taken
            batch = next[...]
        }
        return batch.removeFirst()
    }
}

extension AppointmentNewsDomainModel {
    /// What happened, to the appointment in which slot, for the how manieth time.
    fileprivate var words: String {
        func words(_ appointment: AppointmentDomainModel) -> String {
            "\((appointment.slot.start.seconds - 1_000_800) / 1800) \(appointment.sequence)"
        }
        return switch subject {
        case .following: "following"
        case .booked(let appointment): "booked \(words(appointment))"
        case .moved(let appointment): "moved \(words(appointment))"
        case .cancelled(let appointment): "cancelled \(words(appointment))"
        }
    }
}
