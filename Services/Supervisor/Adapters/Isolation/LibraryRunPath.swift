import ColonnadeEventLoop
import FoundationEssentials

/// Where a program says that its shared libraries stand: DT_RUNPATH or DT_RPATH of a 64-bit little-endian ELF file, as elf(5) has it. The
/// program may be linked otherwise than the supervisor that starts it.
struct LibraryRunPath {
    /// A header that says where a part of the file lies, and where it will be in memory.
    private struct Segment {
        let kind: Int
        let offset: Int
        let address: Int
        let size: Int
    }

    private static let magic: [UInt8] = [0x7F, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F"), 2, 1]
    private static let loaded: Int = 1
    private static let dynamic: Int = 2
    private static let strings: Int = 5
    private static let paths: Set<Int> = [15, 29]
    /// The most headers of segments; few programs have more than 15.
    private static let mostSegments: Int = 64
    /// The longest dynamic section, in bytes; each entry has 16.
    private static let longestSection: Int = 16_384
    /// The longest list of folders, in bytes.
    private static let longestList: Int = 8_192

    private let read: (_ count: Int, _ offset: Int) -> [UInt8]

    /// - Parameter read: gives so many bytes from an offset of the file, or fewer where it ends.
    init(read: @escaping (_ count: Int, _ offset: Int) -> [UInt8]) {
        self.read = read
    }

    /// The folders by absolute paths; none where the file is no such program or names none, or can not be read.
    static func folders(of program: String) -> [String] { (try? read(program)) ?? [] }

    /// The same, where it must be known whether the file could be read.
    static func read(_ program: String) throws(SocketError) -> [String] {
        let file: InputFile = try InputFile(path: program)
        let path: LibraryRunPath = LibraryRunPath { count, offset in (try? file.read(count, at: offset)) ?? [] }
        return path.folders(origin: URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent().path)
    }

    /// - Parameter origin: the folder that the program stands in, for `$ORIGIN`; it is not one of the folders itself.
    func folders(origin: String) -> [String] {
        let segments: [Segment] = segments()
        guard let section: Segment = segments.first(where: { $0.kind == Self.dynamic }) else { return [] }
        let bytes: [UInt8] = read(min(section.size, Self.longestSection), section.offset)
        let entries: [(tag: Int, value: Int)] = stride(from: 0, to: bytes.count - 15, by: 16).map { start in
            (number(bytes, start, 8), number(bytes, start + 8, 8))
        }
        guard let table: Int = entries.first(where: { $0.tag == Self.strings })?.value else { return [] }
        return entries.filter { Self.paths.contains($0.tag) }.flatMap { entry in
            list(at: table &+ entry.value, in: segments).map { Self.resolved($0, origin) }
        }.filter { $0.hasPrefix("/") && !["/", origin].contains(URL(filePath: $0).standardized.path) }
    }

    private static func resolved(_ folder: String, _ origin: String) -> String {
        for variable: String in ["$ORIGIN", "${ORIGIN}"] where folder.hasPrefix(variable) {
            return origin + folder.dropFirst(variable.count)
        }
        return folder
    }

    private func segments() -> [Segment] {
        let header: [UInt8] = read(64, 0)
        guard header.count == 64, header.starts(with: Self.magic), number(header, 54, 2) == 56 else { return [] }
        let count: Int = min(number(header, 56, 2), Self.mostSegments)
        let table: [UInt8] = read(count * 56, number(header, 32, 8))
        return stride(from: 0, to: table.count - 55, by: 56).map { start in
            Segment(
                kind: number(table, start, 4), offset: number(table, start + 8, 8), address: number(table, start + 16, 8),
                size: number(table, start + 32, 8))
        }
    }

    /// The folders, with colons between them, that lie at an address in memory.
    private func list(at address: Int, in segments: [Segment]) -> [String] {
        guard
            let segment: Segment = segments.first(where: { segment in
                segment.kind == Self.loaded && address >= segment.address && address - segment.address < segment.size
            })
        else { return [] }
        let (offset, overflow): (Int, Bool) = segment.offset.addingReportingOverflow(address - segment.address)
        guard !overflow else { return [] }
        let bytes: ArraySlice<UInt8> = read(Self.longestList, offset).prefix { $0 != 0 }
        guard bytes.count < Self.longestList else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: ":").map(String.init)
    }

    /// A number of the file, little end first; the largest where it is more than an offset can be.
    private func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        Int(clamping: bytes[start..<start + count].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
}
