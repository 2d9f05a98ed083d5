import Octopus

@main
struct Main {
    static func main() {}
}
