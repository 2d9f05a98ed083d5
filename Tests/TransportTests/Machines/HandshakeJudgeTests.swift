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

    @Test("However much does not fit, the answer fits into a frame that the consumer takes", arguments: [1024, 4096, 1 << 24])
    func fits(frameLimit: Int) throws {
        let boards: [BoardDescriptor] = (1...500).map { number in
            BoardDescriptor(
                name: "\(String(repeating: "long", count: number % 70))Board\(number)", number: UInt32(number), input: "Void",
                output: "Void")
        }
        let judge: HandshakeJudge = HandshakeJudge(
            provider: "echo", aliases: [], contracts: [EchoContract.descriptor], table: BoardTable([EchoDispatcher(ScriptedEcho())]))
        let asked: ContractDescriptor = ContractDescriptor(name: "Echo", fingerprint: "other", boards: boards)
        guard case .reject(let reject) = judge.judge(asked, of: "tester", frameLimit: frameLimit) else {
            Issue.record("none of these boards is there")
            return
        }
        #expect(reject.encoded().count + FrameHeader.size <= frameLimit)
        #expect(reject.incompatibilities.count > 1 && reject.incompatibilities.last?.contains("more") == true)
    }
}
