private import Synchronization

/// Counts connections by the address that they come from.
final class ConnectionSeats: Sendable {
    private let most: Int
    /// Addresses that stand for many, and aren't counted: proxies.
    private let open: Set<String>
    private let addresses: Mutex<[String: Int]> = Mutex([:])

    init(most: Int, open: Set<String>) {
        self.most = most
        self.open = open
    }

    /// Takes a seat for an address.
    /// - Returns: false where the address has all that one may have.
    func take(for address: String) -> Bool {
        open.contains(address)
            || addresses.withLock { addresses in
                guard addresses[address, default: 0] < most else { return false }
                addresses[address, default: 0] += 1
                return true
            }
    }

    /// Gives back what ``take(for:)`` has taken.
    func leave(_ address: String) {
        addresses.withLock { $0[address] = $0[address].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
}
