import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation

/// What an appointment is looked at and changed with.
struct AppointmentUseCases: Sendable {
    let viewing: ViewAppointmentUseCase
    let following: FollowAppointmentsUseCase
    let slots: ViewSlotGridUseCase
    let moving: MoveAppointmentUseCase
    let cancelling: CancelAppointmentUseCase
    let describing: DescribeAppointmentUseCase
}

/// One appointment: as it is, moved, and cancelled.
final class AppointmentViewModel: ViewModel {
    let output: ViewOutput<AppointmentScreenState>
    private let id: String
    private let visitor: ScreenVisitor
    private let useCases: AppointmentUseCases
    private let browsing: SlotBrowsing

    /// - Parameter id: of the appointment, as the domain has it.
    init(_ id: String, visitor: ScreenVisitor, useCases: AppointmentUseCases) async throws {
        (self.id, self.visitor, self.useCases) = (id, visitor, useCases)
        browsing = SlotBrowsing(useCases.slots)
        let who: VisitorDomainModel = try await visitor.now
        let found: AppointmentDomainModel = try await refusing { try await useCases.viewing.execute(id, for: who) }
        output = ViewOutput(AppointmentScreenState(details: useCases.describing.execute(found), isForStaff: who.role == .staff))
    }

    var inputs: [ViewInput] {
        [
            .pressed("move", beginMove), .pressed("keep", keep), .entered(SlotElement.practitioner, choosePractitioner),
            .submitted(SlotElement.who) { [self] values in
                guard let value: ScreenValue = values[SlotElement.practitioner] else { return }
                try await choosePractitioner(value)
            },
            .chosen(SlotElement.slots) { [self] slot in output.update { $0.choice?.hold(slot) } },
            .more(SlotElement.slots) { [self] cursor in try await browse { try await browsing.page(cursor, of: $0) } },
            .pressed("confirmMove", move), .pressed("cancel", cancel),
            .pressed("again") { [self] in
                output.go(AppointmentRoute.bookingWanted(patient: output.state.details.appointment.patient))
            },
        ]
    }

    /// Follows what happens to it elsewhere.
    func run() async throws {
        let who: VisitorDomainModel = try await visitor.now
        let patient: String = output.state.details.appointment.patient
        let news: any AsyncSequence<[AppointmentNewsDomainModel], any Error> & Sendable = try await refusing {
            try await useCases.following.execute(.patient(patient), after: nil, for: who)
        }
        for try await batch: [AppointmentNewsDomainModel] in news {
            let who: VisitorDomainModel = try await visitor.now
            if batch.contains(where: { $0.subject == .following }) {
                // What has happened between the first look and the news.
                take(try await refusing { try await useCases.viewing.execute(id, for: who) })
            }
            for one: AppointmentDomainModel in batch.compactMap(\.appointment) where one.id == id { take(one) }
        }
    }

    private func beginMove() async throws {
        let slot: SlotDomainModel = output.state.details.appointment.slot
        do {
            let choice: SlotChoice = try await browsing.open(slot.clinic, with: slot.practitioner)
            show(choice)
        } catch AppointmentsRefusal.unknownPractitioner {
            // Who does not work there any more has no times.
            show(try await browsing.open(slot.clinic, with: nil))
        }
    }

    private func show(_ choice: SlotChoice?, problem: ScreenProblem? = nil) {
        output.update { state in
            state.choice = choice
            state.problem = problem
        }
    }

    private func keep() {
        show(nil)
    }

    private func choosePractitioner(_ value: ScreenValue) async throws {
        try await browse { try await browsing.show(SlotElement.practitioner(value.options?.first), instead: $0) }
    }

    private func browse(_ change: (SlotChoice) async throws -> SlotChoice) async throws {
        guard let choice: SlotChoice = output.state.choice else { return }
        show(try await change(choice))
    }

    private func move() async throws {
        guard let choice: SlotChoice = output.state.choice, let held: SlotGridDomainModel.Time = choice.held else { return }
        let move: MoveDomainModel = MoveDomainModel(
            appointment: id, clinic: choice.grid.clinic.id, practitioner: held.practitioner, start: held.start)
        do {
            let who: VisitorDomainModel = try await visitor.now
            take(try await useCases.moving.execute(move, for: who))
            output.update { state in
                state.choice = nil
                state.isMoved = true
                state.problem = nil
            }
        } catch let problem as AppointmentsProblem {
            guard let said: ScreenProblem = ScreenProblem(problem) else { throw try AppointmentsRefusal(problem) }
            show(try await browsing.refresh(choice), problem: said)
        }
    }

    private func cancel() async throws {
        do {
            let who: VisitorDomainModel = try await visitor.now
            take(try await useCases.cancelling.execute(id, for: who))
        } catch let problem as AppointmentsProblem {
            guard let said: ScreenProblem = ScreenProblem(problem) else { throw try AppointmentsRefusal(problem) }
            show(nil, problem: said)
        }
    }

    /// The appointment as it is now, unless what is shown is newer.
    private func take(_ appointment: AppointmentDomainModel) {
        let details: AppointmentDetailsDomainModel = useCases.describing.execute(appointment)
        output.update { state in
            guard appointment.sequence >= state.details.appointment.sequence else { return }
            state.details = details
            if appointment.status == .cancelled {
                state.choice = nil
                state.problem = nil
            }
        }
    }
}
