import Glibc

/// The signals by which people and the system ask a program to stop: SIGTERM, ctrl-C, and a terminal that was closed or left by ctrl-\.
public enum StopSignals {
    /// Those that this process is to listen to. One that it was started to ignore stays ignored: that is what nohup(1) does.
    public static var listened: [Int32] {
        [SIGTERM, SIGINT] + [SIGHUP, SIGQUIT].filter { !isIgnored($0) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action: sigaction = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
