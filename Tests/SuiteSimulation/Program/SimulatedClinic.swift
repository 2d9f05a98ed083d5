import Appointments
import Authentication
import ClinicalRecords
import Colonnade
import ColonnadeVertical
import Maps
import MapsSQLite

/// The verticals of the clinic, with the configuration that the simulation gives them.
struct SimulatedClinic: Sendable {
    /// What the supervisor knows of a vertical: what its description says.
    struct Vertical: Sendable {
        let name: String
        let uses: [String]
        let isExclusive: Bool
        let configuration: String?
        let install: @Sendable (PluginLauncher) -> PluginLauncher

        init<Plugin: LauncherPlugin>(configuration: String?, _ make: @escaping @Sendable () -> Plugin) {
            let plugin: Plugin = make()
            name = plugin.name
            uses = PluginLauncher.with(options: .default).install(launcherPlugin: plugin).descriptions[0].uses.map {
                NameForm.kebab($0)
            }
            isExclusive = plugin.handover == .exclusive
            self.configuration = configuration
            install = { $0.install(launcherPlugin: make()) }
        }
    }

    static let clinic: String = "fruit-street"
    static let practitioners: [String] = ["stein", "okafor"]

    static let placesFile: String = """
        {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "mgh", "geometry": {"type": "Point", "coordinates": [-71.0686, 42.3629]},
            "properties": {"name": "Massachusetts General Hospital", "kind": "hospital", "address": "55 Fruit Street", "city": "Boston",
            "region": "Massachusetts", "postalCode": "02114", "country": "United States"}}]}
        """

    /// Patients `p0` to `p3`.
    static let bundle: String = {
        let entries: [String] = (0..<4).map {
            #"{"resource": {"resourceType": "Patient", "id": "p\#($0)", "name": [{"family": "Ng", "given": ["Ana"]}]}}"#
        }
        return #"{"resourceType": "Bundle", "type": "collection", "entry": [\#(entries.joined(separator: ", "))]}"#
    }()

    private static let appointments: String = """
        {"clinics": [{"id": "\(clinic)", "name": "Fruit Street Clinic", "place": "massachusetts general hospital", "timeZone": "America/New_York",
            "slotMinutes": 60, "hours": [{"days": ["tuesday", "wednesday"], "from": "08:00", "until": "14:00"}],
            "practitioners": [\(practitioners.map { #"{"id": "\#($0)", "name": "Dr. \#($0)"}"# }.joined(separator: ", "))]}]}
        """

    /// In the order in which they may start.
    let verticals: [Vertical]

    /// - Parameter places: a file with places, for maps.
    init(places: String) {
        verticals = [
            Vertical(configuration: #"{"passwordCost": 4, "passwordParallelism": 1}"#) { AuthenticationLauncherPlugin() },
            Vertical(configuration: #"{"places": "\#(places)"}"#) { MapsLauncherPlugin { DatabasePlacesRepository(directory: $0) } },
            Vertical(configuration: nil) { ClinicalRecordsLauncherPlugin() },
            Vertical(configuration: Self.appointments) { AppointmentsLauncherPlugin() },
        ]
    }

    subscript(name: String) -> Vertical? { verticals.first { $0.name == name } }
}

/// A vertical's name as its interface says it, and as files do.
enum NameForm {
    static func kebab(_ name: String) -> String {
        name.reduce(into: "") { text, letter in
            if letter.isUppercase, !text.isEmpty { text += "-" }
            text += letter.lowercased()
        }
    }
}
