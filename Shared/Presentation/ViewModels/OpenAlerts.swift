import ColonnadeSystemIO
private import Synchronization

/// The alerts that a shell was sent and has not answered.
final class OpenAlerts: Sendable {
    private let most: Int
    private let alerts: Mutex<[Alert]> = Mutex([])

    init(most: Int) {
        self.most = most
    }

    func add(_ alert: Alert) {
        guard !alert.choices.isEmpty else { return }
        alerts.withLock { alerts in
            alerts.removeAll { $0.id == alert.id }
            alerts.append(alert)
            if alerts.count > most { alerts.removeFirst() }
        }
    }

    /// Takes the answer to an alert: it is answered once. - Returns: nil where there is no such alert.
    func answer(_ action: ScreenAction) -> ActionFit? {
        alerts.withLock { alerts in
            guard let index: Int = alerts.firstIndex(where: { $0.id == action.element }) else { return nil }
            guard case .chosen(let id) = action.event, alerts[index].choices.contains(where: { $0.id == id }) else {
                return .unfit("\(action.element) has no such answer.")
            }
            alerts.remove(at: index)
            return .fits
        }
    }
}
