import ColonnadeSystemIO

/// Units of systemd for a suite, and the files that they need, as text.
public struct SuiteUnits {
    private let plan: SuitePlan
    private let places: UnitPlaces
    private let names: UnitNames

    public init(_ plan: SuitePlan, at places: UnitPlaces) {
        self.plan = plan
        self.places = places
        names = UnitNames(of: plan)
    }

    /// What systemd can not express (errors), and what it does otherwise than the supervisor (warnings).
    public static func issues(_ plan: SuitePlan, _ form: UnitForm) -> [LauncherIssue] {
        UnitObstacles.issues(plan, form)
    }

    /// The files, in an order that is always the same.
    public func files(_ form: UnitForm) -> [UnitFile] {
        let supervisor: [UnitFile] = form == .verticals ? [] : supervisorFiles
        let verticals: [UnitFile] = form == .supervisor ? [] : verticalFiles
        return (supervisor + verticals).sorted { $0.path < $1.path }
    }

    private var supervisorFiles: [UnitFile] {
        let unit: SupervisorUnit = SupervisorUnit(plan: plan, places: places, names: names)
        return [
            UnitFile(path: "supervisor/system/\(plan.name).service", text: unit.text),
            UnitFile(path: "supervisor/sysusers.d/\(plan.name).conf", text: SuiteUsers(names: names).supervisor),
        ]
    }

    private var verticalFiles: [UnitFile] {
        let users: SuiteUsers = SuiteUsers(names: names)
        var files: [UnitFile] = [
            UnitFile(path: "verticals/system/\(names.target)", text: target),
            UnitFile(path: "verticals/sysusers.d/\(plan.name).conf", text: users.verticals(plan.verticals.map(\.name))),
            UnitFile(path: "verticals/tmpfiles.d/\(plan.name).conf", text: users.folders(plan)),
        ]
        if !plan.launch.isEmpty { files.append(UnitFile(path: "verticals/system/\(names.launch)", text: launch)) }
        let programs: [String: VerticalDescription] = Dictionary(
            uniqueKeysWithValues: plan.verticals.map { ($0.name, $0.description) })
        for vertical: SuitePlan.Vertical in plan.verticals {
            let unit: ServiceUnit = ServiceUnit(vertical: vertical, plan: plan, places: places, names: names)
            files.append(UnitFile(path: "verticals/system/\(names.service(vertical.name))", text: unit.text))
            guard vertical.launcher.program == nil else { continue }
            files += sockets(of: vertical.name)
            let folder: String = "verticals/etc/\(plan.name)/\(vertical.name)"
            files.append(UnitFile(path: "\(folder)/edges", text: plan.rights(at: vertical.name, programs)))
            if let configuration = vertical.launcher.configuration {
                files.append(UnitFile(path: "\(folder)/configuration.json", text: configuration.text(pretty: true) + "\n"))
            }
        }
        return files
    }

    private func sockets(of provider: String) -> [UnitFile] {
        plan.incoming(provider).map { edge in
            let unit: SocketUnit = SocketUnit(edge: edge, names: names)
            return UnitFile(path: "verticals/system/\(names.socketUnit(from: edge.consumer, to: provider))", text: unit.text)
        }
    }

    /// What `systemctl start` and `stop` name.
    private var target: String {
        var unit: UnitText = UnitText()
        unit.section("Unit")
        unit.set("Description", "The suite \(plan.name)")
        for vertical: SuitePlan.Vertical in plan.verticals {
            for edge: SuitePlan.Edge in plan.incoming(vertical.name) {
                unit.set("Wants", names.socketUnit(from: edge.consumer, to: vertical.name))
            }
            if vertical.launcher.start == .atLaunch { unit.set("Wants", names.service(vertical.name)) }
        }
        if !plan.launch.isEmpty { unit.set("Wants", names.launch) }
        unit.section("Install")
        unit.set("WantedBy", "multi-user.target")
        return unit.text
    }

    /// Activates what the launcher file says, once all are ready.
    private var launch: String {
        let after: [String] = plan.verticals.filter { $0.launcher.start == .atLaunch }.map { names.service($0.name) }
        let sockets: [String] = plan.serving.map { names.socketUnit(from: "operator", to: $0.name) }
        var unit: UnitText = UnitText()
        unit.section("Unit")
        unit.set("Description", "\(plan.name): what is activated first")
        unit.set("PartOf", names.target)
        unit.set("After", list: after + sockets)
        unit.section("Service")
        unit.set("Type", "oneshot")
        unit.set("RemainAfterExit", "yes")
        unit.set(
            "ExecStart",
            UnitText.command([
                places.program("svc-supervisor"), "activate", "--launcher", places.launcher, "--sockets", names.sockets(of: "operator"),
            ]))
        unit.set("User", names.operatorUser)
        unit.add(UnitHardening.vertical(LauncherVertical(name: "launch", line: 0), reach: .none))
        return unit.text
    }
}

extension SuitePlan {
    /// The edges to a provider, the operator's last; none to a program that is no vertical.
    func incoming(_ provider: String) -> [Edge] {
        guard self[provider]?.launcher.program == nil else { return [] }
        return edges.filter { $0.provider == provider } + [Edge(consumer: "operator", provider: provider, socket: provider)]
    }

    /// How much of the network the suite needs.
    var reach: NetworkReach { .widest(verticals.map(\.reach)) }
}

extension SuitePlan.Vertical {
    /// How much of the network it needs. A program that is no vertical says nothing of itself: databases and brokers listen at the
    /// loopback address.
    var reach: NetworkReach {
        launcher.program == nil ? .widest([description.network].compactMap { $0 }) : .loopback
    }
}
