import ColonnadeTesting
import MapsIO

/// The real `svc-maps` or `svc-maps-grid`, started as its own process, with a client of it.
struct MapsDaemon {
    let maps: MapsClient
    let process: DaemonProcess

    /// Starts the daemon over what an earlier one has kept in `home`, and waits until it says that it is ready.
    init(_ store: PlacesStore, in home: TemporaryDirectory) async throws {
        process = try await DaemonProcess.start(
            store == .sqlite ? "svc-maps" : "svc-maps-grid", configuration: #"{"places":"\#(ShippedPlaces.path)"}"#, home: home)
        maps = MapsClient(process.channel(to: MapsContract.descriptor))
    }
}
