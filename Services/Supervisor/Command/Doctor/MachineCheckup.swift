import ColonnadeEventLoop
import FoundationEssentials
import Glibc

/// What a suite needs of the machine.
struct MachineCheckup {
    /// Below it, a few hundred callers of one vertical use up its descriptors.
    static let fewestDescriptors: Int = 4_096

    /// The version of Landlock; 0 is none.
    let landlock: Int
    /// How many descriptors a process may have at most.
    let descriptors: Int
    let isRoot: Bool
    /// What the kernel says of namespaces of users; nil where it says nothing.
    let mostUserNamespaces: Int?
    /// Debian's own switch; nil where the kernel has none.
    let unprivilegedNamespaces: Int?

    /// This one.
    static var here: MachineCheckup {
        MachineCheckup(
            landlock: FileRules.kernelVersion, descriptors: DescriptorLimit.current.map { Int(clamping: $0.hard) } ?? 0,
            isRoot: geteuid() == 0, mostUserNamespaces: number("/proc/sys/user/max_user_namespaces"),
            unprivilegedNamespaces: number("/proc/sys/kernel/unprivileged_userns_clone"))
    }

    private static func number(_ path: String) -> Int? {
        FileManager.default.contents(atPath: path).flatMap { Int(String(decoding: $0, as: UTF8.self).filter(\.isNumber)) }
    }

    var findings: [Finding] { [files, sockets, open] }

    private var files: Finding {
        landlock > 0
            ? .fine("The kernel keeps each vertical to its own files (Landlock, version \(landlock)).")
            : .warning(
                "The kernel has no Landlock: a vertical can reach every file of its user.",
                "boot with lsm=landlock,… on the kernel's command line, or let units of systemd do it: svc-supervisor units")
    }

    private var sockets: Finding {
        if isRoot { return .fine("Each vertical can have a user of its own, and sees its own sockets only (mount namespace).") }
        if unprivilegedNamespaces == 0 {
            return .warning(
                "Users may not make namespaces: a vertical sees the sockets of the others.",
                "sudo sysctl -w kernel.unprivileged_userns_clone=1, or run the supervisor as root")
        }
        if mostUserNamespaces == 0 {
            return .warning(
                "Users may not make namespaces: a vertical sees the sockets of the others.",
                "sudo sysctl -w user.max_user_namespaces=10000, or run the supervisor as root")
        }
        return .fine("Each vertical sees its own sockets only (user and mount namespace).")
    }

    private var open: Finding {
        descriptors >= Self.fewestDescriptors
            ? .fine("A process may have \(descriptors) descriptors open.")
            : .warning(
                "A process may have \(descriptors) descriptors open: a few hundred callers of one vertical use them up.",
                "raise the hard limit to 65536: LimitNOFILE= of the unit, or nofile in /etc/security/limits.conf")
    }
}
