import ColonnadeContract
import EchoIO
import Testing

@testable import ColonnadeTransport

/// Who may talk to a provider.
@Suite struct HandshakeJudgeTests {
    @Test(
        "A provider is asked for by its own name or by that of an interface",
        arguments: [("parrot", true), ("echo", true), ("maps", false)])
    func names(asked: String, isWelcome: Bool) {
        let judge: HandshakeJudge = HandshakeJudge(
            provider: "parrot", aliases: ["echo"], contracts: [EchoContract.descriptor],
            table: BoardTable([EchoDispatcher(ScriptedEcho())]))
        let hello: Hello = Hello(
            version: 1, consumer: "tester", provider: asked, instance: "test", fingerprint: EchoContract.descriptor.fingerprint,
            limits: PeerLimits(frameBytes: 1 << 24, streams: 1000, outputCredit: 64))
        switch judge.judge(hello, consumer: nil) {
        case .welcome: #expect(isWelcome)
        case .reject(let reject): #expect(!isWelcome && reject.code == FailureCode.undeclared.rawValue)
        case .describe: Issue.record("the contracts are the same")
        }
    }
}
