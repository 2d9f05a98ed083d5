import ColonnadeEventLoop
import SupervisorCore

/// What a child may take and reach, as its launcher file says.
extension SuiteRunner {
    /// Sets folder, limits and rights of a process that is about to start.
    func narrow(_ request: inout SpawnRequest, for vertical: SuitePlan.Vertical) throws {
        let launcher: LauncherVertical = vertical.launcher
        request.workingDirectory = launcher.directory ?? home.state(vertical.name)
        request.gainsNoPrivileges = true
        request.niceness = launcher.limits.nice.map { Int32($0) }
        request.limits = launcher.limits.memory.map { [SpawnRequest.Limit(.memory, UInt64($0))] } ?? []
        if let files: Int = launcher.limits.files {
            request.limits.append(SpawnRequest.Limit(.openFiles, UInt64(files)))
        } else if let descriptors {
            request.limits.append(descriptors)
        }
        try folders(of: vertical.name).makeForStart()
        let identity: ChildIdentity = accounts[vertical.name]
        (request.user, request.group) = (identity.user, identity.group)
        // Root's own folder is closed to it.
        if identity.user != nil, launcher.environment["HOME"] == nil { request.environment["HOME"] = home.state(vertical.name) }
        if isHiddenFrom(vertical) {
            request.hiding = SpawnRequest.Hiding(home.run, except: home.runtime(vertical.name))
        }
        request.files = try ChildFiles(vertical: vertical, home: home, request: request, programs: programs).rules()
    }

    func folders(of name: String) -> ChildFolders {
        ChildFolders(home: home, name: name, identity: accounts[name])
    }

    /// Whether the sockets of the others are out of a vertical's sight.
    func isHiddenFrom(_ vertical: SuitePlan.Vertical) -> Bool {
        guard case .files = vertical.launcher.isolation else { return false }
        return hidesSockets
    }

    /// Whether nothing keeps a vertical from the sockets of a consumer: it is the same user, or root, and sees them.
    func isOpen(socketOf consumer: String, to vertical: SuitePlan.Vertical) -> Bool {
        let user: UInt32? = accounts[vertical.name].user
        return !isHiddenFrom(vertical) && (user == nil || user == accounts[consumer].user)
    }

    /// What the kernel keeps of that.
    func enforcement(of name: String) -> Enforcement {
        Enforcement(
            of: slots[name]?.vertical.launcher ?? LauncherVertical(name: name, line: 0), landlock: FileRules.kernelVersion,
            groups: groups.support, hidesSockets: hidesSockets, identity: accounts[name], sharing: accounts.sharing(with: name))
    }
}
