import Colonnade
import LedgerV1IO

/// The provider as its first build has it.
struct Ledger: LedgerInterface {
    typealias Refused = LedgerRefusal

    func entry(_ input: EntryRequest) async throws(Failure) -> Entry {
        guard (1...3).contains(input.number) else { throw .refused(.unknownEntry(number: input.number)) }
        return Entry(number: input.number, text: "first")
    }
}

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default).install(launcherPlugin: SmallVertical("ledger", LedgerDispatcher(Ledger()))).run()
    }
}
