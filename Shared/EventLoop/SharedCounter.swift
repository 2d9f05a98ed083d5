import CLibuv
import Glibc
public import Synchronization

/// A 64-bit number in memory shared by two processes: one writes it, and the other can read it even after the writer was killed.
///
/// The memory is sealed against shrinking before it is shared, so that neither side can make the other fault.
@safe public final class SharedCounter: @unchecked Sendable {
    // Sendable: the memory is accessed by atomic loads and stores only, and stays mapped as long as the object lives.
    private static let size: Int = 4096

    @usableFromInline let pointer: UnsafeMutablePointer<Atomic<UInt64>>

    /// Creates a counter with the value 0, and the memory for passing to the other process. The counter lives without the
    /// descriptor.
    public static func create() throws(SocketError) -> (counter: SharedCounter, memory: OwnedDescriptor) {
        var number: Int32 = unsafe memfd_create("colonnade-counter", FileSeals.creationFlags | FileSeals.neverExecutable)
        // Kernels before 6.3 do not know the last flag.
        if number < 0, errno == EINVAL { number = unsafe memfd_create("colonnade-counter", FileSeals.creationFlags) }
        guard number >= 0 else { throw SocketError(operation: .create) }
        let descriptor: OwnedDescriptor = OwnedDescriptor(adopting: number)
        guard ftruncate(number, off_t(size)) == 0, fcntl(number, FileSeals.add, FileSeals.fixedSize) == 0 else {
            throw SocketError(operation: .create)
        }
        return (try SharedCounter(adopting: descriptor), descriptor)
    }

    /// Maps a counter that another process created. A descriptor that is not such memory, or could shrink, is refused. The
    /// descriptor is not needed afterwards.
    public init(adopting descriptor: OwnedDescriptor) throws(SocketError) {
        let seals: Int32 = fcntl(descriptor.number, FileSeals.get)
        guard seals >= 0, seals & FileSeals.shrink != 0 else { throw SocketError(code: EPERM, operation: .adopt) }
        // Writing back the current value ensures that the page exists: a page fault could only end in SIGBUS.
        var value: UInt64 = 0
        guard unsafe pread(descriptor.number, &value, 8, 0) == 8, unsafe pwrite(descriptor.number, &value, 8, 0) == 8 else {
            throw SocketError(code: EINVAL, operation: .adopt)
        }
        let memory: UnsafeMutableRawPointer? = unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { throw SocketError(operation: .map) }
        unsafe pointer = memory.assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    deinit {
        unsafe munmap(pointer, Self.size)
    }

    /// The current value. From any thread.
    @inlinable public var value: UInt64 {
        get { unsafe pointer.pointee.load(ordering: .acquiring) }
        set { unsafe pointer.pointee.store(newValue, ordering: .releasing) }
    }
}
