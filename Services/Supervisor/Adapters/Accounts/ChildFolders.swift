import ColonnadeEventLoop
import FoundationEssentials
import Glibc
import SupervisorCore

/// The folders of one child: what it changes is its own, and what it reads is root's, so that it can not change who may call it.
struct ChildFolders {
    let home: SuiteHome
    let name: String
    let identity: ChildIdentity

    private var isRoot: Bool { geteuid() == 0 }
    private var user: UInt32 { identity.user ?? geteuid() }
    private var group: UInt32 { identity.group ?? getegid() }

    /// Makes those that outlive its processes. What another user had of them, under another launcher file, is given to this one.
    func make() throws {
        for folder: String in [home.state(name), home.logFolder(name)] {
            if isRoot, let former: UInt32 = FilePath.owner(folder), former != user {
                try FilePath.giveTree(folder, from: former, to: user, group: group)
            }
            try make(folder)
        }
        guard isRoot else { return try home.make(home.configuration(name)) }
        try FilePath.makeDirectory(home.configuration(name), user: 0, group: group, mode: identity.user == nil ? 0o700 : 0o750)
    }

    /// Makes those that one of its processes starts with.
    func makeForStart() throws {
        try make(home.logFolder(name))
        try make(home.temporary(name))
    }

    /// Its folder of sockets. Whoever binds some in it does so before, as long as nobody else can change it.
    func giveRuntime() throws { try make(home.runtime(name)) }

    /// Keeps its user out of its folder of sockets, until it is given back.
    func takeRuntime() throws {
        guard isRoot else { return try home.make(home.runtime(name)) }
        try FilePath.makeDirectory(home.runtime(name), user: 0, group: getegid(), mode: 0o700)
    }

    /// Puts a text in the place of one of the files of its configuration.
    func write(_ text: String, as file: String) throws {
        try FilePath.replace(
            "\(home.configuration(name))/\(file)", with: Array(text.utf8), readableBy: identity.group)
    }

    private func make(_ folder: String) throws {
        guard isRoot else { return try home.make(folder) }
        try FilePath.makeDirectory(folder, user: user, group: group, mode: 0o700)
    }
}

extension SuiteHome {
    /// Makes the folders in which those of the verticals lie. Where these are several users' everybody may pass, and nobody else may look.
    func makeOuter(isPassed: Bool) throws {
        for folder: String in [path, run, "\(path)/state", "\(path)/config", logs] {
            guard geteuid() == 0 else {
                try make(folder)
                continue
            }
            try FilePath.makeDirectory(folder, user: 0, group: getegid(), mode: isPassed ? 0o711 : 0o700)
        }
    }
}
