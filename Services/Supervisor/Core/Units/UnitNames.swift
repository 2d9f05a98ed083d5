/// What units, users and folders of a suite are called: all of them begin with the launcher's name.
struct UnitNames: Sendable {
    /// The longest name of a user that Linux's tools take.
    static let longestUser: Int = 31
    /// The longest path of a Unix socket.
    static let longestSocket: Int = 107

    let suite: String
    /// The accounts that the launcher file names, by vertical. Each has a group of its own name, as Debian makes them, unless another is
    /// named.
    private let accounts: [String: (user: String, group: String)]

    init(of plan: SuitePlan) {
        suite = plan.name
        accounts = plan.verticals.reduce(into: [:]) { found, vertical in
            let user: ChildUser = vertical.launcher.user
            if case .named(let name) = user.choice { found[vertical.name] = (name, user.group ?? name) }
        }
    }

    var target: String { "\(suite).target" }
    /// The user that runs the whole suite where the supervisor does.
    var user: String { suite }
    var operatorUser: String { "\(suite)-operator" }
    var launch: String { "\(suite)-launch.service" }
    var configuration: String { "\(suite)" }

    /// Whether its user is made for it.
    func hasOwnUser(_ vertical: String) -> Bool { accounts[vertical] == nil }
    func user(_ vertical: String) -> String { accounts[vertical]?.user ?? own(vertical) }
    func group(_ vertical: String) -> String { accounts[vertical]?.group ?? own(vertical) }
    /// The user that is made for a vertical, and its folders in /var/lib, /run and /var/log.
    func own(_ vertical: String) -> String { "\(suite)-\(vertical)" }
    func service(_ vertical: String) -> String { "\(suite)-\(vertical).service" }
    func socketUnit(from consumer: String, to provider: String) -> String { "\(suite)-\(provider)-for-\(consumer).socket" }
    func user(ofConsumer consumer: String) -> String { consumer == "operator" ? operatorUser : user(consumer) }
    func group(ofConsumer consumer: String) -> String { consumer == "operator" ? operatorUser : group(consumer) }
    func state(_ vertical: String) -> String { "/var/lib/\(own(vertical))" }
    /// The folder with the sockets by which `consumer` reaches others.
    func sockets(of consumer: String) -> String { "/run/\(suite)/\(consumer)" }
    func socket(from consumer: String, as name: String) -> String { "\(sockets(of: consumer))/\(name).sock" }

    /// Whether it can begin the name of a unit, a user and a folder.
    static func isUsable(_ name: String) -> Bool {
        guard let first: Character = name.first, first.isASCII, first.isLowercase, !name.hasSuffix("-") else { return false }
        return name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }
}
