import Foundation
import Testing

@testable import SupervisorAdapters

/// Programs that say where their libraries stand.
@Suite("Run paths of programs", .timeLimit(.minutes(1)))
struct LibraryRunPathTests {
    /// An ELF file with one loaded segment, at 0x1000 in memory, that holds a dynamic section and its strings.
    private static func program(_ list: String, tag: UInt64 = 29) -> [UInt8] {
        let strings: [UInt8] = [0] + Array(list.utf8) + [0]
        let entries: [UInt64] = [5, 0x1000 + 64 + 112 + 48, tag, 1, 0, 0]
        let size: UInt64 = UInt64(64 + 112 + 48 + strings.count)
        var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 26)
        bytes += number(64) + [UInt8](repeating: 0, count: 14) + [56, 0, 2, 0] + [UInt8](repeating: 0, count: 6)
        bytes += number(1) + number(0) + number(0x1000) + number(0x1000) + number(size) + number(size) + number(0)
        bytes += number(2) + number(176) + number(0x10B0) + number(0x10B0) + number(48) + number(48) + number(0)
        return bytes + entries.flatMap(number) + strings
    }

    private static func number(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func folders(_ bytes: [UInt8]) -> [String] {
        LibraryRunPath { count, offset in
            offset < bytes.count ? Array(bytes[offset...].prefix(count)) : []
        }.folders(origin: "/srv/suite/bin")
    }

    @Test("are read, with $ORIGIN as the program's folder", arguments: [15, 29] as [UInt64])
    func read(_ tag: UInt64) {
        let list: String = "/opt/swift/usr/lib/swift/linux:$ORIGIN/../lib:${ORIGIN}/libraries"
        #expect(
            Self.folders(Self.program(list, tag: tag)) == [
                "/opt/swift/usr/lib/swift/linux", "/srv/suite/bin/../lib", "/srv/suite/bin/libraries",
            ])
    }

    @Test("name neither the program's own folder, nor everything, nor a folder that depends on where it is started")
    func narrow() {
        #expect(Self.folders(Self.program("$ORIGIN:/:/tmp/..:libraries::$ORIGIN/.")) == [])
        #expect(Self.folders(Self.program("/opt/x", tag: 14)) == [])
        #expect(LibraryRunPath.folders(of: "/etc/passwd") == [])
        #expect(LibraryRunPath.folders(of: "/nowhere") == [])
    }

    @Test("of a program that Swift has built hold its runtime")
    func real() async {
        let end: ContinuousClock.Instant = .now + .seconds(10)
        var folders: [String] = []
        // Tests beside this one may have all descriptors of the process for a moment.
        while folders.isEmpty, .now < end {
            folders = LibraryRunPath.folders(of: "\(Program.folder)/svc-supervisor")
            await Task.yield()
        }
        #expect(folders.contains { FileManager.default.fileExists(atPath: "\($0)/libswiftCore.so") }, "\(folders)")
    }

    @Test("of broken programs are none, or whatever they are: every byte of the file is another one, and it is cut off everywhere")
    func broken() {
        let whole: [UInt8] = Self.program("/opt/swift/usr/lib")
        for at: Int in whole.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var bytes: [UInt8] = whole
                bytes[at] = value
                _ = Self.folders(bytes)
            }
            #expect(Self.folders(Array(whole.prefix(at))).allSatisfy { $0.hasPrefix("/") })
        }
    }
}
