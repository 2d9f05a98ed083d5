import CSodium

/// libsodium, made ready once in a process.
enum Sodium {
    private static let isReady: Bool = sodium_init() >= 0

    /// Whoever calls into the library calls this first. From any thread.
    static func prepare() {
        // It fails only where the kernel gives no random numbers: nothing that follows would be safe.
        precondition(isReady, "libsodium can not be used: the system gives no random numbers")
    }
}
