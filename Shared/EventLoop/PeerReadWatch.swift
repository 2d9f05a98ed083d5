import CLibuv

/// Ends a loop's wait for a moment when the peer of a socket has read what was sent to it.
///
/// To wake a processor takes as long as a short call. One that is woken when the peer begins is awake when the answer comes. A thread
/// that blocks in recv(2) has that by accident: the kernel wakes it when the peer's reading makes room for more to be written. Here
/// it is asked for, as an edge (EPOLLOUT with EPOLLET), and only while it helps: see ``Forewarning``.
///
/// It stands in the epoll of libuv, with -1 as its descriptor, which libuv passes over.
@safe final class PeerReadWatch {
    /// What the kernel gives for it: no descriptor of libuv has that number.
    static let mark: UInt64 = .max

    private let epoll: Int32
    /// Of its own, since the socket's is in the same epoll already.
    private let descriptor: OwnedDescriptor
    private(set) var isOn: Bool = false

    /// A watch that is off, of the open socket `descriptor`; nil where no descriptor is to be had.
    init?(of descriptor: OwnedDescriptor, epoll: Int32) {
        guard let copy: OwnedDescriptor = try? descriptor.duplicate() else { return nil }
        self.epoll = epoll
        self.descriptor = copy
    }

    deinit {
        // The socket's own descriptor may stay open, and with it what epoll knows of this one.
        turn(on: false)
    }

    func turn(on: Bool) {
        guard on != isOn else { return }
        isOn = on
        var event: epoll_event = unsafe epoll_event()
        unsafe event.events = EPOLLOUT.rawValue | EPOLLET.rawValue
        unsafe event.data.u64 = Self.mark
        unsafe epoll_ctl(epoll, on ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, descriptor.number, &event)
    }
}
