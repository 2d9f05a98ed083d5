import Colonnade
import LedgerV3IO

/// The provider as its third build has it.
struct Ledger: LedgerInterface {
    typealias Refused = LedgerRefusal

    func entry(_ input: EntryRequest) async throws(Failure) -> Entry {
        guard (1...3).contains(input.number) else { throw .refused(.unknownEntry(number: input.number)) }
        return Entry(number: input.number, text: input.reader.count)
    }

    func count() async throws(Failure) -> Int { 3 }
}

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default).install(launcherPlugin: SmallVertical("ledger", LedgerDispatcher(Ledger()))).run()
    }
}
