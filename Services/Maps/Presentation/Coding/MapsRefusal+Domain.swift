import Colonnade
import MapsDomain
import MapsIO

extension MapsRefusal {
    init(_ error: MapsError) {
        switch error {
        case .unknownPlace(let id): self = .unknownPlace(id)
        case .invalidCoordinate(let coordinate): self = .invalidCoordinate(Coordinate(coordinate))
        case .invalidSearch(let reason): self = .invalidSearch(reason: reason)
        case .badGeoJSON(let at, let reason): self = .badGeoJSON(at: at, reason: reason)
        case .tooLarge(let limit): self = .tooLarge(limit: limit)
        case .unreadableFile(let path, let reason): self = .unreadableFile(path: path, reason: reason)
        }
    }
}

/// Runs a use case, and turns its own "no" into the interface's.
func refusing<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as MapsError {
        throw MapsRefusal(error)
    } catch let silence as FellSilent {
        throw MapsRefusal.interrupted(received: silence.received)
    }
}
