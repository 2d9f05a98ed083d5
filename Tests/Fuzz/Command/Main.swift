import WireFuzz

/// Fuzzes what reads a peer's bytes.
@main enum Main {
    static func main() {
        Command(CommandLine.arguments.dropFirst()).run()
    }
}
