public import AppointmentsDomain
import Foundation

/// Writes an iCalendar object (RFC 5545), in UTC, so that it needs no definitions of time zones.
public struct CalendarText: WriteCalendarInterface {
    public init() {}

    public func text(of appointments: [AppointmentDomainModel], at clinics: [ClinicDomainModel]) -> String {
        let known: [String: ClinicDomainModel] = clinics.reduce(into: [:]) { $0[$1.id] = $1 }
        let lines: [String] =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Colonnade//Appointments//EN", "CALSCALE:GREGORIAN"]
            + appointments.flatMap { Self.event($0, at: known[$0.slot.clinic]) } + ["END:VCALENDAR"]
        return lines.map { CalendarLine.folded($0) + "\r\n" }.joined()
    }

    private static func event(_ appointment: AppointmentDomainModel, at clinic: ClinicDomainModel?) -> [String] {
        let slot: SlotDomainModel = appointment.slot
        let practitioner: String = clinic?.practitioners.first { $0.id == slot.practitioner }?.name ?? slot.practitioner
        var lines: [String] = [
            "BEGIN:VEVENT",
            "UID:\(appointment.id)",
            "DTSTAMP:\(time(appointment.changed))",
            "CREATED:\(time(appointment.created))",
            "LAST-MODIFIED:\(time(appointment.changed))",
            "SEQUENCE:\(appointment.sequence)",
            "DTSTART:\(time(slot.start))",
            "DTEND:\(time(slot.end))",
            "STATUS:\(appointment.status == .booked ? "CONFIRMED" : "CANCELLED")",
            "SUMMARY:\(CalendarLine.escaped("Appointment with \(practitioner)"))",
        ]
        if let reason: String = appointment.reason { lines.append("DESCRIPTION:\(CalendarLine.escaped(reason))") }
        let name: String = clinic?.name ?? slot.clinic
        if let place: ClinicPlaceDomainModel = clinic?.place {
            lines.append("LOCATION:\(CalendarLine.escaped("\(name): \(place.address)"))")
            lines.append(String(format: "GEO:%.6f;%.6f", place.latitude, place.longitude))
        } else {
            lines.append("LOCATION:\(CalendarLine.escaped(name))")
        }
        return lines + ["END:VEVENT"]
    }

    /// `20260329T083000Z`
    private static func time(_ moment: Moment) -> String {
        let seconds: Int64 = moment.seconds
        let number: Int64 = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
        let (year, month, day): (Int, Int, Int) = CalendarDay(number: Int(number)).parts
        let rest: Int = Int(seconds - number * 86_400)
        return digits(year, 4) + digits(month, 2) + digits(day, 2) + "T" + digits(rest / 3600, 2) + digits(rest / 60 % 60, 2)
            + digits(rest % 60, 2) + "Z"
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text: String = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
