/// A daemon that is a script, and does what a test wants it to.
struct ScriptDaemon {
    let name: String
    let uses: [String]
    let handover: String?
    let concurrency: String?
    /// The file in which it notes what happens to it.
    let events: String

    private var interface: String { name.prefix(1).uppercased() + name.dropFirst() }

    func text(_ beforeReady: String, _ afterReady: String) -> String {
        """
        #!/usr/bin/env python3
        import json, os, signal, socket, sys, time
        if "--describe" in sys.argv:
            contract = {"name": "\(interface)", "fingerprint": "", "boards": [], "types": [], "reserved": []}
            print(json.dumps({"name": "\(name)", "version": "1", "interfaces": [contract], "uses": \(uses),
                "expects": [], "configuration": None, "deepLinks": [], "switches": [], "resources": {},
                "handover": \(handover.map { "\"\($0)\"" } ?? "None"),
                "concurrency": \(concurrency.map { "\"\($0)\"" } ?? "None")}))
            sys.exit(0)
        def note(what):
            with open("\(events)", "a") as file: file.write(what + " \(name)\\n")
        def say(what):
            path = os.environ["NOTIFY_SOCKET"]
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(what.encode(), path)
        def stop(number, frame):
            note("stop")
            sys.exit(0)
        signal.signal(signal.SIGTERM, stop)
        note("start")
        generation = int(os.environ["COLONNADE_GENERATION"])
        \(beforeReady)
        note("ready")
        say("READY=1")
        \(afterReady)
        while True:
            say("WATCHDOG=1")
            time.sleep(0.5)
        """
    }
}
