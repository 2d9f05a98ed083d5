import Testing

@testable import ColonnadeEventLoop

@Suite("The journal")
struct JournalTests {
    /// Reads an entry as journald does; a name that comes twice is no entry of ours.
    private func fields(_ entry: [UInt8]) throws -> [String: String] {
        var found: [String: String] = [:]
        var rest: ArraySlice<UInt8> = entry[...]
        while !rest.isEmpty {
            let end: Int = try #require(rest.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "\n") })
            let name: String = String(decoding: rest[..<end], as: UTF8.self)
            var first: Int = end + 1
            var last: Int = try #require(rest[first...].firstIndex(of: UInt8(ascii: "\n")))
            if rest[end] == UInt8(ascii: "\n") {
                first = end + 9
                last = first + (0..<8).reduce(0) { $0 | Int(rest[end + 1 + $1]) << (8 * $1) }
                try #require(last < rest.endIndex && rest[last] == UInt8(ascii: "\n"))
            }
            let former: String? = found.updateValue(String(decoding: rest[first..<last], as: UTF8.self), forKey: name)
            #expect(former == nil)
            rest = rest[(last + 1)...]
        }
        return found
    }

    @Test("A value with line breaks arrives whole, and begins no field of its own")
    func injection() throws {
        var entry: JournalEntry = JournalEntry(message: "first\nPRIORITY=0\n", priority: .info)
        entry.add("COLONNADE_BOARD", "a=b\n_UID=0")
        entry.add("COLONNADE_EMPTY", "")
        #expect(
            try fields(entry.bytes) == [
                "MESSAGE": "first\nPRIORITY=0\n", "PRIORITY": "6", "COLONNADE_BOARD": "a=b\n_UID=0", "COLONNADE_EMPTY": "",
            ])
    }

    @Test("Names that journald would not take are left out", arguments: ["", "_UID", "lower", "A B", "A\nB", "A=B", "1A", "Ä"])
    func names(name: String) throws {
        var entry: JournalEntry = JournalEntry(message: "ready", priority: .error)
        entry.add(name, "1")
        entry.add(String(repeating: "A", count: 65), "1")
        #expect(try fields(entry.bytes) == ["MESSAGE": "ready", "PRIORITY": "3"])
        let made: String = JournalEntry.name(name + String(repeating: "x", count: 99), prefix: "COLONNADE_")
        entry.add(made, "2")
        #expect(try fields(entry.bytes)[made] == "2")
    }

    @Test("Everything has an end, and the longest entry fits into a datagram")
    func limits() async throws {
        var entry: JournalEntry = JournalEntry(message: String(repeating: "ä", count: 100_000), priority: .debug)
        for number: Int in 0..<100 { entry.add("A\(number)", String(repeating: "\n", count: 100_000)) }
        let found: [String: String] = try fields(entry.bytes)
        #expect(found.count == JournalEntry.mostFields + 1)
        #expect(found["MESSAGE"] == String(repeating: "ä", count: JournalEntry.longestMessage / 2))
        #expect(found["A0"]?.utf8.count == JournalEntry.longestValue)
        let longest: JournalEntry = entry
        #expect(try await arriving(1) { $0.send(longest) } == [longest.bytes])
    }

    @Test("Nobody waits for a journal that stands still; what it did not take is counted")
    func dropped() async throws {
        let sent: Int = 20_000
        let path: String = "@" + temporaryPath("journal")
        try await withLoopThrowing { loop in
            let receiver: DatagramSocket = try DatagramSocket.bind(path: path, loop: loop)
            let journal: JournalSocket = try JournalSocket(path: path)
            // Nobody reads yet: the queue of the kernel fills.
            for number: Int in 0..<sent { journal.send(JournalEntry(message: "\(number)", priority: .info)) }
            let (stream, source): (AsyncStream<[UInt8]>, AsyncStream<[UInt8]>.Continuation) = AsyncStream.makeStream()
            try receiver.start { bytes, _ in source.yield(bytes) }
            var taken: Int = 0
            for await entry: [UInt8] in stream {
                let found: [String: String] = try fields(entry)
                if let lost: String = found["COLONNADE_DROPPED"] {
                    #expect(Int(lost).map { $0 > 0 && $0 + taken == sent } == true)
                    break
                }
                taken += 1
                // There is room again: what is sent now comes behind the count.
                if taken == 1 { journal.send(JournalEntry(message: "last", priority: .info)) }
            }
            receiver.close()
        }
    }

    @Test("Without a journal nothing is sent, and nothing fails")
    func absent() throws {
        let journal: JournalSocket = try JournalSocket(path: "@" + temporaryPath("nobody"))
        journal.send(JournalEntry(message: "lost", priority: .info))
    }

    @Test("Only the very file that JOURNAL_STREAM names is the journal", arguments: [nil, "", "1", "1:", ":", "1:2:3", "a:b", "0:0"])
    func stream(text: String?) throws {
        #expect(!JournalSocket.isJournal(text, descriptor: 0))
    }

    /// The entries that a journal gets, which is a socket of this test.
    private func arriving(_ count: Int, _ body: @escaping @Sendable (JournalSocket) -> Void) async throws -> [[UInt8]] {
        let path: String = "@" + temporaryPath("journal")
        return try await withLoopThrowing { loop in
            let receiver: DatagramSocket = try DatagramSocket.bind(path: path, loop: loop)
            let (stream, source): (AsyncStream<[UInt8]>, AsyncStream<[UInt8]>.Continuation) = AsyncStream.makeStream()
            try receiver.start { bytes, _ in source.yield(bytes) }
            var found: [[UInt8]] = []
            body(try JournalSocket(path: path))
            for await entry: [UInt8] in stream {
                found.append(entry)
                if found.count == count { break }
            }
            receiver.close()
            return found
        }
    }
}
