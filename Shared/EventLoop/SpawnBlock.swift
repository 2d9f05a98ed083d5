import CSpawn
import Glibc

/// The memory for starting a child: strings and arrays in C's form, freed with the object.
@safe final class SpawnBlock {
    private static let listenPIDName: String = "LISTEN_PID="
    /// Anything out of range.
    private static let unchangedNiceness: Int32 = 100

    private let strings: [UnsafeMutablePointer<CChar>]
    private let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let descriptors: UnsafeMutableBufferPointer<cspawn_descriptor>
    private let limits: UnsafeMutableBufferPointer<cspawn_limit>
    private let listenPID: UnsafeMutablePointer<CChar>?
    private let directory: UnsafeMutablePointer<CChar>?
    private let hidden: UnsafeMutablePointer<CChar>?
    private let shown: UnsafeMutablePointer<CChar>?
    private let request: SpawnRequest

    init(_ request: SpawnRequest, standardInput: Int32) {
        self.request = request
        var variables: [String: String] = request.environment
        variables["LISTEN_PID"] = nil
        // Room for the child's pid, which only the child knows.
        let patched: [String] = request.setsListenPID ? [Self.listenPIDName + String(repeating: " ", count: 11)] : []
        let words: [UnsafeMutablePointer<CChar>] = unsafe ([request.executable] + request.arguments).map { unsafe strdup($0) }
        let settings: [UnsafeMutablePointer<CChar>] = unsafe (patched + variables.map { "\($0)=\($1)" }).map { unsafe strdup($0) }
        unsafe arguments = Self.list(words)
        unsafe environment = Self.list(settings)
        unsafe listenPID = request.setsListenPID ? settings[0] + Self.listenPIDName.utf8.count : nil
        unsafe directory = request.workingDirectory.flatMap { unsafe strdup($0) }
        unsafe hidden = request.hiding.flatMap { unsafe strdup($0.folder) }
        unsafe shown = request.hiding.flatMap { unsafe strdup($0.shown) }
        unsafe strings = words + settings + [directory, hidden, shown].compactMap { unsafe $0 }

        var passed: [SpawnRequest.PassedDescriptor] = request.descriptors
        if !passed.contains(where: { $0.child == 0 }) { passed.append(SpawnRequest.PassedDescriptor(standardInput, as: 0)) }
        unsafe descriptors = Self.buffer(passed.map { cspawn_descriptor(parent: $0.parent, child: $0.child) })
        unsafe limits = Self.buffer(request.limits.map { cspawn_limit(resource: $0.resource.rawValue, soft: $0.soft, hard: $0.hard) })
    }

    deinit {
        for position in unsafe strings.indices { unsafe free(strings[position]) }
        unsafe arguments.deallocate()
        unsafe environment.deallocate()
        unsafe descriptors.deallocate()
        unsafe limits.deallocate()
    }

    func start() -> cspawn_result {
        var start: cspawn_request = unsafe cspawn_request()
        unsafe start.executable = UnsafePointer(strings[0])
        unsafe start.arguments = UnsafePointer(arguments)
        unsafe start.environment = UnsafePointer(environment)
        unsafe start.listen_pid = listenPID
        unsafe start.directory = UnsafePointer(directory)
        unsafe start.descriptors = UnsafePointer(descriptors.baseAddress)
        unsafe start.descriptor_count = descriptors.count
        unsafe start.limits = UnsafePointer(limits.baseAddress)
        unsafe start.limit_count = limits.count
        unsafe start.user = request.user.map { Int64($0) } ?? -1
        unsafe start.group = request.group.map { Int64($0) } ?? -1
        unsafe start.cgroup = request.controlGroup ?? -1
        unsafe start.death_signal = request.deathSignal ?? 0
        unsafe start.new_session = request.startsSession ? 1 : 0
        unsafe start.umask = request.fileModeMask.map { Int32($0) } ?? -1
        unsafe start.nice = request.niceness ?? Self.unchangedNiceness
        unsafe start.no_new_privileges = request.gainsNoPrivileges || request.files != nil ? 1 : 0
        unsafe start.file_rules = request.files?.descriptor ?? -1
        unsafe start.hidden = UnsafePointer(hidden)
        unsafe start.shown = UnsafePointer(shown)
        return unsafe cspawn_start(&start)
    }

    private static func list(_ strings: [UnsafeMutablePointer<CChar>]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        let list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = unsafe .allocate(capacity: strings.count + 1)
        for position in unsafe strings.indices { unsafe (list + position).initialize(to: strings[position]) }
        unsafe (list + strings.count).initialize(to: nil)
        return unsafe list
    }

    private static func buffer<T>(_ values: [T]) -> UnsafeMutableBufferPointer<T> {
        let buffer: UnsafeMutableBufferPointer<T> = .allocate(capacity: values.count)
        _ = unsafe buffer.initialize(from: values)
        return unsafe buffer
    }
}
