import Colonnade
import ColonnadeTesting

extension MainOptions {
    /// Everything under a directory of the test's own.
    init(home: TemporaryDirectory) {
        self.init(stateDirectory: "\(home.path)/state", runtimeDirectory: "\(home.path)/run", graceTime: .seconds(5), logLevel: .critical)
    }
}
