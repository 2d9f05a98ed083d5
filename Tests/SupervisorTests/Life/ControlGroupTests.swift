import SupervisorCore
import Testing

@Suite("Control groups")
struct ControlGroupTests {
    private static let unified: String = "31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
    private static let mixed: String = """
        32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
        41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
        """

    @Test(
        "the group's folder is found where it is mounted",
        arguments: [
            (unified, "0::/user.slice/a.service\n", "/sys/fs/cgroup/user.slice/a.service"), (unified, "0::/\n", "/sys/fs/cgroup"),
            (mixed, "4:memory:/x\n1:cpu:/\n0::/y\n", "/sys/fs/cgroup/unified/y"), (mixed, "4:memory:/x\n", nil), ("", "0::/\n", nil),
            ("31 23 0:28 /docker/x /sys/fs/cgroup rw - cgroup2 cgroup2 rw", "0::/docker/x/y", "/sys/fs/cgroup/y"),
            ("31 23 0:28 /docker/x /sys/fs/cgroup rw - cgroup2 cgroup2 rw", "0::/docker/x", "/sys/fs/cgroup"),
            ("31 23 0:28 /docker/x /sys/fs/cgroup rw - cgroup2 cgroup2 rw", "0::/docker/xy", nil),
            (#"31 23 0:28 / /my\040groups rw - cgroup2 cgroup2 rw"#, "0::/a", "/my groups/a"),
            ("nonsense\n- - -\n\\", "0::/a", nil), ("31 23 0:28 / /x rw - cgroup2 cgroup2 rw", "nonsense", nil),
        ] as [(String, String, String?)])
    func folder(_ mounts: String, _ membership: String, _ wanted: String?) {
        #expect(ControlGroupPlace.folder(mounts: mounts, membership: membership) == wanted)
    }

    @Test("the kernel's counts of ends for lack of memory are read")
    func kills() {
        #expect(ControlGroupPlace.memoryKills("low 0\nhigh 0\nmax 12\noom 2\noom_kill 3\noom_group_kill 1\n") == 3)
        #expect(ControlGroupPlace.memoryKills("") == 0)
        #expect(ControlGroupPlace.memoryKills("oom_kill many") == 0)
    }

    @Test("only what is asked for and delegated is written")
    func settings() {
        var limits: ChildLimits = ChildLimits()
        #expect(!limits.asksForGroup && limits.settings(.delegated([.memory, .pids, .cpu])).isEmpty)
        (limits.memory, limits.processes, limits.cpuWeight) = (256 << 20, 64, 200)
        #expect(limits.asksForGroup && limits.settings(.missing("none")).isEmpty)
        let all: [String] = limits.settings(.delegated([.memory, .pids, .cpu])).map { "\($0.file)=\($0.value)" }
        #expect(all == ["memory.max=268435456", "memory.oom.group=1", "pids.max=64", "cpu.weight=200"])
        #expect(limits.settings(.delegated([.pids])).map(\.file) == ["pids.max"])
    }
}
