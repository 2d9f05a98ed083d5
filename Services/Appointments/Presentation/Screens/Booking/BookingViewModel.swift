import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation

/// What a booking is made with: use cases over the slots, and those that book.
struct BookingUseCases: Sendable {
    let clinics: FindClinicsUseCase
    let slots: ViewSlotGridUseCase
    let booking: BookAppointmentUseCase
    let finding: FindBookingUseCase
    let describing: DescribeAppointmentUseCase
}

/// What a booking begins with, as the Input has it.
struct BookingStart: Sendable {
    /// Of the booking, however often it is sent.
    let key: String
    let patient: String
    let clinic: String?
    let practitioner: String?
    let place: PickedPlaceDomainModel?
}

/// A booking: a clinic is chosen, a time held, and confirmed. Only `book` decides whose a time is, so a time that is held is nobody's yet.
final class BookingViewModel: ViewModel {
    /// What is kept of a reason that is too long, so that it can be mended.
    private static let reasonBytes: Int = 4 << 10

    let output: ViewOutput<BookingState>
    private let start: BookingStart
    private let visitor: ScreenVisitor
    private let useCases: BookingUseCases
    private let browsing: SlotBrowsing

    init(_ start: BookingStart, visitor: ScreenVisitor, useCases: BookingUseCases) async throws {
        (self.start, self.visitor, self.useCases) = (start, visitor, useCases)
        browsing = SlotBrowsing(useCases.slots)
        var state: BookingState = BookingState(place: start.place?.name)
        // Whoever lost the screen while it booked finds out here what has become of it.
        if let booked: AppointmentDomainModel = try await Self.booked(start, visitor, useCases) {
            state.booked = useCases.describing.execute(booked)
        } else if let clinic: String = start.clinic {
            state.choice = try await browsing.open(clinic, with: start.practitioner)
        } else {
            state.clinics = useCases.clinics.execute(near: start.place)
        }
        output = ViewOutput(state)
    }

    var inputs: [ViewInput] {
        [
            .chosen("clinics", chooseClinic), .pressed("otherClinic", chooseOtherClinic),
            .entered(SlotElement.practitioner, choosePractitioner),
            .submitted(SlotElement.who) { [self] values in
                guard let value: ScreenValue = values[SlotElement.practitioner] else { return }
                try await choosePractitioner(value)
            },
            .chosen(SlotElement.slots, hold), .more(SlotElement.slots, page), .pressed("release", release), .submitted("confirm", book),
        ]
    }

    func run() async throws {
        if let booked: AppointmentDetailsDomainModel = output.state.booked { try leave(booked) }
    }

    private func chooseClinic(_ id: String) async throws {
        let choice: SlotChoice = try await browsing.open(id, with: nil)
        output.update { state in
            state.clinics = []
            state.choice = choice
            state.problem = nil
        }
    }

    private func chooseOtherClinic() {
        let clinics: [ClinicChoiceDomainModel] = useCases.clinics.execute(near: start.place)
        output.update { state in
            state.clinics = clinics
            state.choice = nil
            state.problem = nil
        }
    }

    private func choosePractitioner(_ value: ScreenValue) async throws {
        try await browse { try await browsing.show(SlotElement.practitioner(value.options?.first), instead: $0) }
    }

    private func page(_ cursor: String) async throws {
        try await browse { try await browsing.page(cursor, of: $0) }
    }

    private func browse(_ change: (SlotChoice) async throws -> SlotChoice) async throws {
        guard let choice: SlotChoice = output.state.choice else { return }
        let changed: SlotChoice = try await change(choice)
        output.update { state in
            state.choice = changed
            state.problem = nil
        }
    }

    private func hold(_ slot: String) {
        output.update { state in
            state.choice?.hold(slot)
            state.problem = nil
        }
    }

    private func release() {
        output.update { $0.choice?.held = nil }
    }

    private func book(_ values: [String: ScreenValue]) async throws {
        guard let choice: SlotChoice = output.state.choice, let held: SlotGridDomainModel.Time = choice.held else { return }
        let reason: String = values["reason"]?.text ?? ""
        output.update { state in
            state.reason = reason.utf8.count <= Self.reasonBytes ? reason : ""
            state.isReasonWrong = false
        }
        let booking: BookingDomainModel = BookingDomainModel(
            key: start.key, patient: start.patient, clinic: choice.grid.clinic.id, practitioner: held.practitioner, start: held.start,
            reason: reason.isEmpty ? nil : reason)
        do {
            let visitor: VisitorDomainModel = try await visitor.now
            let booked: AppointmentDomainModel = try await useCases.booking.execute(booking, for: visitor)
            try leave(useCases.describing.execute(booked))
        } catch let problem as AppointmentsProblem {
            try await mend(problem, choice)
        }
    }

    private func mend(_ problem: AppointmentsProblem, _ choice: SlotChoice) async throws {
        switch problem {
        case .invalidText("reason", _): output.update { $0.isReasonWrong = true }
        case .keyReused:
            // The same booking was made on another screen meanwhile, for another time: that one counts.
            guard let booked: AppointmentDomainModel = try await Self.booked(start, visitor, useCases) else {
                throw try AppointmentsRefusal(problem)
            }
            try leave(useCases.describing.execute(booked))
        default:
            guard let said: ScreenProblem = ScreenProblem(problem) else { throw try AppointmentsRefusal(problem) }
            let fresh: SlotChoice = try await browsing.refresh(choice)
            output.update { state in
                state.choice = fresh
                state.problem = said
            }
        }
    }

    /// What was booked by the key already.
    private static func booked(
        _ start: BookingStart, _ visitor: ScreenVisitor, _ useCases: BookingUseCases
    ) async throws -> AppointmentDomainModel? {
        let visitor: VisitorDomainModel = try await visitor.now
        return try await refusing { try await useCases.finding.execute(key: start.key, patient: start.patient, for: visitor) }
    }

    private func leave(_ booked: AppointmentDetailsDomainModel) throws {
        let route: BookingRoute = .booked(try Appointment(booked.appointment))
        output.update { $0.booked = booked }
        output.go(route)
        output.finish()
    }
}
