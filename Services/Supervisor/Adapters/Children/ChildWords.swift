import ColonnadeEventLoop
public import ColonnadeSystemIO
import Glibc
import SupervisorCore

extension VerticalStatus {
    /// The reason of a stopped vertical that starts by itself when it is called.
    public static let dormantReason: String = "is started by the first call"
}

extension ChildSignal {
    var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .abort: SIGABRT
        case .kill: SIGKILL
        }
    }
}

extension LauncherProgram.StopSignal {
    var number: Int32 {
        switch self {
        case .hangup: SIGHUP
        case .interrupt: SIGINT
        case .quit: SIGQUIT
        case .user1: SIGUSR1
        case .user2: SIGUSR2
        case .terminate: SIGTERM
        }
    }
}

extension ChildExit {
    init(_ exit: ExitStatus) {
        switch exit {
        case .exited(let status): self = .exited(status)
        case .signalled(let number, _): self = .signalled(number)
        }
    }
}

extension VerticalState {
    init(_ state: ChildState) {
        switch state {
        case .stopped: self = .stopped
        case .waiting: self = .waiting
        case .starting: self = .starting
        case .ready: self = .ready
        case .draining: self = .draining
        case .stopping: self = .stopping
        case .backingOff: self = .backingOff
        case .failed: self = .failed
        }
    }
}
