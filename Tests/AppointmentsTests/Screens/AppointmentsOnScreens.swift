import Appointments
import AppointmentsIO
import AppointmentsStandIns
import AuthenticationIO
import Colonnade
import ColonnadeTesting
import Foundation
import MapsIO

/// Appointments as a shell reaches it, with those who sign sessions and know places at the other ends of its edges.
struct AppointmentsOnScreens: Sendable {
    /// Two clinics that are always open, in Boston and in Berlin, with slots of half an hour; only the first has a place.
    static let configuration: AppointmentsConfiguration = AppointmentsConfiguration(clinics: [
        clinic("general", "General <Clinic>", zone: "America/New_York", place: "general hospital"),
        clinic("charite", "Charité {0}", zone: "Europe/Berlin", place: nil),
    ])

    let appointments: AppointmentsClient
    let sessions: SessionsStandIn

    static func run(
        _ way: Way = .memory, _ body: @escaping @Sendable (AppointmentsOnScreens) async throws -> Void
    ) async throws {
        let sessions: SessionsStandIn = SessionsStandIn()
        let standIns: [SmallVertical] = [
            SmallVertical("maps", MapsDispatcher(FakeMaps())), SmallVertical("authentication", AuthenticationDispatcher(sessions)),
        ]
        try await withVertical(AppointmentsLauncherPlugin(), by: way, configuration: configuration, with: standIns) { vertical in
            let appointments: AppointmentsClient = AppointmentsClient(vertical.channel(to: AppointmentsContract.descriptor))
            let staff: String = try sessions.staff()
            // On a busy machine the keys of sessions take their time.
            while try await calling(
                as: staff, { try await refusal { _ = try await appointments.list(ListRequest(scope: .patient("p"))) } }) != nil
            {
                try Task.checkCancellation()
            }
            try await body(AppointmentsOnScreens(appointments: appointments, sessions: sessions))
        }
    }

    /// Books a slot of the first clinic for a patient, as staff do.
    func book(_ slot: Int, patient: String, with practitioner: String = "stein", reason: String? = nil) async throws -> Appointment {
        try await calling(as: try sessions.staff()) {
            try await appointments.book(
                Booking(
                    key: UUID(), patient: patient, clinic: "general", practitioner: practitioner, start: TestConfiguration.slot(slot),
                    reason: reason))
        }
    }

    private static func clinic(_ id: String, _ name: String, zone: String, place: String?) -> ClinicConfiguration {
        ClinicConfiguration(
            id: id, name: name, place: place, timeZone: zone,
            hours: [
                OpeningHours(
                    days: [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday], from: "00:00", until: "24:00")
            ], slotMinutes: 30,
            practitioners: [
                PractitionerConfiguration(id: "stein", name: "Dr. Mara Stein"),
                PractitionerConfiguration(id: "okafor", name: "Dr. Chidi Okafor"),
            ])
    }
}

extension Date {
    /// As the grid of free times names the slot that begins then.
    var slotID: String { "\(Int64(timeIntervalSince1970))" }
}
