import Glibc

/// The signals that ask a program to stop: SIGTERM, ctrl-C, a closed terminal, and ctrl-\.
public enum StopSignals {
    /// The signals to listen for. One that was ignored when the process started stays ignored: that is how nohup(1) works.
    public static var listened: [Int32] {
        [SIGTERM, SIGINT] + [SIGHUP, SIGQUIT].filter { !isIgnored($0) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action: sigaction = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
