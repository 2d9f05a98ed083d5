import Colonnade
import Testing

@testable import ColonnadeVertical

@Suite("Command line")
struct CommandLineTests {
    private static let vertical: VerticalDescription = VerticalDescription(
        name: "clinical-records", version: "1.2.3", interfaces: [ContractDescriptor(name: "ClinicalRecords", fingerprint: "f")],
        uses: ["Maps"])

    private func start(_ arguments: String...) -> DaemonStart {
        DaemonStart(arguments: arguments, vertical: Self.vertical)
    }

    @Test("--describe prints the description, which reads back as it was")
    func describe() throws {
        guard case .print(let text) = start("--describe") else {
            Issue.record("nothing was printed")
            return
        }
        #expect(try VerticalDescription(json: Array(text.utf8)) == Self.vertical)
    }

    @Test("--help and --version name the daemon")
    func help() {
        guard case .print(let help) = start("--help"), case .print(let version) = start("--version") else {
            Issue.record("nothing was printed")
            return
        }
        #expect(help.contains("svc-clinical-records"))
        #expect(help.contains("--socket <path>"))
        #expect(version == "1.2.3\n")
    }

    @Test(
        "Wrong arguments are refused with what is wrong",
        arguments: [
            (["--sokcet", "x"], "--sokcet"), (["--connect", "maps"], "--connect maps"), (["--log-level", "loud"], "loud"),
            (["--grace", "-1"], "--grace"), (["stray"], "stray"), (["--socket"], "--socket"),
            (["--socket", "--describe"], "--socket <path>"), (["--describe=yes"], "--describe takes no value"),
            (["--grace", "soon"], "--grace soon"), (["--spin", "2000000"], "--spin 2000000"), (["--spin=-1"], "--spin -1"),
            (["-x"], "-x"), (["--"], "--"), (["--connect=maps"], "--connect maps"),
        ])
    func wrong(arguments: [String], named: String) {
        guard case .refuse(let text) = DaemonStart(arguments: arguments, vertical: Self.vertical) else {
            Issue.record("\(arguments) went through")
            return
        }
        #expect(text.contains(named), "\(text)")
    }

    @Test("A value may stand behind an equals sign, the last of two goes, and --connect may be repeated")
    func forms() throws {
        let arguments: DaemonArguments = try DaemonArguments.parse([
            "--socket=/a=b.sock", "--state", "/one", "--state", "/two", "--connect", "maps=/m", "--connect=other=/o", "--grace", "0",
            "--spin", "50",
        ])
        #expect(
            arguments
                == DaemonArguments(
                    socket: "/a=b.sock", connect: ["maps=/m", "other=/o"], state: "/two", grace: 0, spin: 50))
        #expect(try DaemonArguments.parse(["--socket="]).socket == "")
    }

    @Test("Help goes before what else is asked, and says every option")
    func everyOption() throws {
        #expect(try DaemonArguments.parse(["--describe", "-h", "--version"]).question == .help)
        guard case .print(let text) = start("-h") else {
            Issue.record("nothing was printed")
            return
        }
        for option: DaemonOption in DaemonOption.allCases { #expect(text.contains("--\(option.rawValue) <\(option.valueName)>")) }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test("The command line goes before the environment, and the environment before the defaults")
    func precedence() throws {
        let variables: [String: String] = [
            "STATE_DIRECTORY": "/env/state:/second", "RUNTIME_DIRECTORY": "/env/run", "COLONNADE_SOCKETS": "/env/sockets",
            "COLONNADE_GENERATION": "7", "COLONNADE_LOG_LEVEL": "debug",
        ]
        let environment: DaemonEnvironment = DaemonEnvironment(variables)
        let plain: MainOptions = MainOptions().applying(environment, try DaemonArguments.parse([]), name: "maps")
        #expect(plain.stateDirectory == "/env/state")
        #expect(plain.runtimeDirectory == "/env/run")
        #expect(plain.socket(of: "maps") == "/env/sockets/maps.sock")
        #expect(plain.generation == 7)
        #expect(plain.logLevel == .debug)

        let arguments: DaemonArguments = try DaemonArguments.parse([
            "--state", "/own", "--connect", "ClinicalRecords=/c.sock", "--log-level", "error", "--grace", "1.5",
        ])
        let own: MainOptions = MainOptions().applying(environment, arguments, name: "maps")
        #expect(own.stateDirectory == "/own")
        #expect(own.socket(of: "clinical-records") == "/c.sock")
        #expect(own.logLevel == .error)
        #expect(own.graceTime == .milliseconds(1500))

        let bare: MainOptions = MainOptions().applying(DaemonEnvironment([:]), try DaemonArguments.parse([]), name: "maps")
        #expect(bare.stateDirectory == ".colonnade/state/maps")
        #expect(bare.socket(of: "maps") == nil)
        #expect(bare.generation == 0)
    }

    @Test("The grace time is the command line's, then the environment's, then ten seconds")
    func grace() throws {
        func grace(_ variable: String?, _ arguments: String...) throws -> Duration {
            let environment: DaemonEnvironment = DaemonEnvironment(variable.map { ["COLONNADE_GRACE": $0] } ?? [:])
            return MainOptions().applying(environment, try DaemonArguments.parse(arguments), name: "maps").graceTime
        }
        #expect(try grace("40.5") == .milliseconds(40_500))
        #expect(try grace("40.5", "--grace", "1.5") == .milliseconds(1500))
        #expect(try grace(nil) == .seconds(10))
        for wrong: String in ["", "soon", "-1", "inf", "nan"] { #expect(try grace(wrong) == .seconds(10), "\(wrong)") }
    }

    @Test("The watchdog is only for the process that it names")
    func watchdog() {
        #expect(DaemonEnvironment(["WATCHDOG_USEC": "2000000"]).watchdog == .seconds(2))
        #expect(DaemonEnvironment(["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "1"]).watchdog == nil)
        #expect(DaemonEnvironment(["WATCHDOG_USEC": "soon"]).watchdog == nil)
        #expect(DaemonEnvironment(["WATCHDOG_USEC": "0"]).watchdog == nil)
    }
}
