/// The users of a suite (sysusers.d), and the folders that systemd does not make for a service itself (tmpfiles.d).
struct SuiteUsers {
    private static let made: String = "# Made by `svc-supervisor units`.\n"

    let names: UnitNames

    /// One user for the whole suite.
    var supervisor: String { Self.made + user(names.user, "The suite \(names.suite)") }

    /// One for each vertical, and the operator.
    func verticals(_ verticals: [String]) -> String {
        Self.made + verticals.filter(names.hasOwnUser).map { user(names.own($0), "\($0) of \(names.suite)") }.joined()
            + user(names.operatorUser, "The operator of \(names.suite)")
    }

    private func user(_ name: String, _ text: String) -> String {
        "u \(name) - \"\(text)\" -\n"
    }

    /// The folders of the sockets, which others may enter: each socket is closed to all but its user. And who may read configurations.
    func folders(_ plan: SuitePlan) -> String {
        let consumers: [String] = plan.serving.map(\.name) + ["operator"]
        var text: String = Self.made + "d /run/\(names.suite) 0755 root root -\n"
        for consumer: String in consumers { text += "d \(names.sockets(of: consumer)) 0755 root root -\n" }
        text += "d /etc/\(names.suite) 0755 root root -\n"
        for vertical: SuitePlan.Vertical in plan.serving {
            let folder: String = "/etc/\(names.suite)/\(vertical.name)"
            text += "d \(folder) 0750 root \(names.group(vertical.name)) -\n"
            text += "z \(folder)/edges 0640 root \(names.group(vertical.name)) -\n"
            if vertical.launcher.configuration != nil {
                text += "z \(folder)/configuration.json 0640 root \(names.group(vertical.name)) -\n"
            }
        }
        return text
    }
}
