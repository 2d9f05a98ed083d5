import Glibc

@main
enum Main {
    static func main() {
        exit(InterfaceCommand.run(Array(CommandLine.arguments.dropFirst())))
    }
}
