import Glibc

/// The terminal on standard input and output, while a program fills all of it and reads single keys.
///
/// Keys that send signals (ctrl-C, ctrl-Z) still do. On one thread at a time.
public final class RawTerminal {
    /// Switches to the terminal's second screen, and hides the cursor.
    private static let enter: String = "\u{1B}[?1049h\u{1B}[?25l"
    /// Shows the cursor, and what stood there before.
    private static let leave: String = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// As it was found.
    private let found: termios
    private var isEntered: Bool = false

    /// Whether standard input and output are a terminal.
    public static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Remembers how the terminal is; nil where there is none.
    public init?() {
        var found: termios = termios()
        guard Self.isThere, unsafe tcgetattr(STDIN_FILENO, &found) == 0 else { return nil }
        self.found = found
    }

    /// Columns and lines; 80 and 24 where the terminal does not know.
    public static var size: (columns: Int, lines: Int) {
        var size: winsize = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Takes the whole screen. Again after the process was stopped: the shell has changed the terminal meanwhile.
    public func take() {
        var raw: termios = found
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // A read waits for one byte (VMIN), and for nothing more (VTIME).
        raw.c_cc.6 = 1
        raw.c_cc.5 = 0
        unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        isEntered = true
        StandardOutput.write(Array(Self.enter.utf8))
    }

    /// Gives the terminal back as it was found. Idempotent.
    public func restore() {
        guard isEntered else { return }
        isEntered = false
        StandardOutput.write(Array(Self.leave.utf8))
        var found: termios = found
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &found)
    }

    /// Gives the terminal back, stops the process as ctrl-Z does, and returns when it is continued; then ``take()`` it again.
    public func stop() {
        restore()
        kill(getpid(), SIGSTOP)
    }

    /// Reads the terminal's keys. On the loop; the reader is closed by whoever asked for it.
    public func readKeys(
        on loop: EventLoop, _ onBytes: @escaping @Sendable ([UInt8]) -> Void, onEnd: @escaping @Sendable () -> Void
    ) throws(SocketError) -> PipeReader {
        let copy: Int32 = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SocketError(operation: .open, path: "the terminal") }
        let reader: PipeReader = PipeReader(adopting: OwnedDescriptor(adopting: copy), loop: loop)
        try reader.start(onBytes: onBytes, onEnd: onEnd)
        return reader
    }
}
