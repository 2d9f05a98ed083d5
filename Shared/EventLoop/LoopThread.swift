import CLibuv
import Glibc
import Synchronization

/// The loop that runs on the calling thread.
enum CurrentLoop {
    private static let key: pthread_key_t = {
        var key: pthread_key_t = 0
        let status: Int32 = unsafe pthread_key_create(&key, nil)
        precondition(status == 0, "no thread-local key: error \(status)")
        return key
    }()

    static var value: EventLoop? {
        get {
            guard let pointer = unsafe pthread_getspecific(key) else { return nil }
            return unsafe Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue()
        }
        set {
            // Not retained: the function that runs the loop on this thread holds it until it sets nil here.
            let pointer: UnsafeMutableRawPointer? = unsafe newValue.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
            unsafe pthread_setspecific(key, pointer)
        }
    }
}

/// A thread that can be joined.
final class LoopThread: Sendable {
    private final class Start: Sendable {
        let name: String
        let body: @Sendable (() -> Void) -> Void
        let started: Gate = Gate()

        init(name: String, body: @escaping @Sendable (() -> Void) -> Void) {
            self.name = name
            self.body = body
        }
    }

    private let id: pthread_t

    /// Returns once `body` has called the function passed to it.
    init(name: String, body: @escaping @Sendable (_ started: () -> Void) -> Void) {
        let start: Start = Start(name: name, body: body)
        var id: pthread_t = 0
        let status: Int32 = unsafe pthread_create(
            &id, nil,
            { argument in
                let start: Start = unsafe Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                unsafe pthread_setname_np(pthread_self(), String(start.name.utf8.prefix(15)) ?? "loop")
                start.body { start.started.open() }
                return nil
            }, Unmanaged.passRetained(start).toOpaque())
        precondition(status == 0, "no thread for a loop: error \(status)")
        self.id = id
        start.started.wait()
    }

    func join() {
        pthread_join(id, nil)
    }
}

/// Lets one thread wait until another reaches a point.
@safe private final class Gate: @unchecked Sendable {
    // Sendable: a POSIX semaphore may be used by every thread.
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    func open() {
        unsafe sem_post(semaphore)
    }

    func wait() {
        while unsafe sem_wait(semaphore) != 0 {}
    }
}
