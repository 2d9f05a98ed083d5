import ColonnadeEventLoop
import FoundationEssentials
import Glibc
import Testing

@Suite("Paths, the environment and the limit of descriptors")
struct FilePathTests {
    private let folder: String = temporaryPath("paths")

    @Test("a directory is made with those above it, and again without an error")
    func directories() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for path: String in ["/a/b/c", "/a/b/c", "/a/b/c/", "/a"] { try FilePath.makeDirectory(folder + path) }
        #expect(FilePath.exists(folder + "/a/b/c"))
    }

    @Test("a directory that can not be made is an error that names it")
    func impossible() {
        let error: SocketError? = #expect(throws: SocketError.self) { try FilePath.makeDirectory("/dev/null/inside") }
        #expect(error?.path == "/dev/null/inside")
        #expect(error?.code == ENOTDIR)
        #expect(throws: SocketError.self) { try FilePath.makeDirectory("/dev/null") }
        #expect(throws: SocketError.self) { try FilePath.makeDirectory("") }
    }

    @Test("what is removed is gone, and what is not there may be removed")
    func removal() throws {
        let path: String = folder + ".file"
        _ = try OwnedDescriptor.open(path: path, flags: O_CREAT | O_WRONLY, mode: 0o600)
        #expect(FilePath.exists(path))
        FilePath.remove(path)
        #expect(!FilePath.exists(path))
        FilePath.remove(path)
    }

    @Test("a file is told from itself after a change, and from another in its place")
    func identity() throws {
        let path: String = folder + ".program"
        defer { FilePath.remove(path) }
        #expect(FilePath.identity(path) == nil)
        var seen: Set<String?> = []
        for text: String in ["one", "three", "eerht"] {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
            #expect(seen.insert(FilePath.identity(path)).inserted)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        #expect(seen.insert(FilePath.identity(path)).inserted)
        #expect(FilePath.identity(path) == FilePath.identity(path))
    }

    @Test("only the variables that are set are there")
    func environment() {
        let values: [String: String] = EnvironmentVariables.values(["PATH", "COLONNADE_NOBODY_SETS_THIS"])
        #expect(values == ["PATH": EnvironmentVariables.value("PATH")].compactMapValues { $0 })
        #expect(EnvironmentVariables.value("COLONNADE_NOBODY_SETS_THIS") == nil)
    }

    @Test("the limit of descriptors is as high as it may be")
    func descriptors() {
        let raised: Int = DescriptorLimit.raise()
        #expect(raised >= 1024)
        #expect(DescriptorLimit.raise() == raised)
        #expect(sysconf(Int32(_SC_OPEN_MAX)) == raised)
    }
}
