import ColonnadeWire
import Testing

/// The limits stand in relation to each other; each relation has its reason.
@Suite struct LimitsTests {
    private let limits: Limits = Limits()

    @Test func framesHoldWhatTravelsInThem() {
        #expect(limits.handshakeBytes + FrameHeader.size <= limits.frameBytes)
        #expect(limits.metadataBytes <= limits.frameBytes)
        #expect(limits.frameBytes <= Int(UInt32.max), "the length field has 32 bits")
        #expect(limits.bytesBeforeWelcome >= limits.handshakeBytes)
    }

    @Test func whatComesEarlyIsLessThanWhatIsAllowedLater() {
        #expect(limits.streamsBeforeWelcome <= limits.streams)
        #expect(limits.bytesBeforeWelcome <= limits.queuedBytes)
    }

    @Test func tenThousandActivationsAtOnceAreServed() {
        #expect(limits.streams >= 10_000)
    }

    @Test func longestFrameDecodesWithinTheBudget() {
        #expect(WireReader.maximumDecodedBytes >= 8 * limits.frameBytes, "a byte of a packed array is a number of eight")
    }

    @Test func theDesignsNumbers() {
        #expect(limits.frameBytes == 16 * 1024 * 1024)
        #expect(limits.streamsBeforeWelcome == 256)
        #expect(limits.bytesBeforeWelcome == 1024 * 1024)
        #expect(limits.outputCredit == 64)
        #expect(limits.handshakeSeconds == 5)
    }
}
