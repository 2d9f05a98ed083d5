import CLibuv
import Glibc

/// The control data of sendmsg and recvmsg: descriptors and credentials. The layout is cmsg(3)'s for 64-bit Linux.
enum ControlMessage {
    /// The most descriptors taken from one message; the kernel closes the rest.
    static let maxDescriptors: Int = 8
    /// SCM_CREDENTIALS, which glibc hides unless _GNU_SOURCE is defined.
    static let credentials: Int32 = 2

    static let headerSize: Int = MemoryLayout<cmsghdr>.stride
    /// Room for one message with the most descriptors and one with credentials.
    static let capacity: Int = headerSize + aligned(maxDescriptors * MemoryLayout<Int32>.size) + headerSize + 16

    static func aligned(_ size: Int) -> Int { (size + 7) & ~7 }

    /// Writes one SCM_RIGHTS message to `buffer` and returns its length.
    static func write(_ descriptors: ArraySlice<OwnedDescriptor>, to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let size: Int = headerSize + descriptors.count * MemoryLayout<Int32>.size
        var header: cmsghdr = cmsghdr()
        header.cmsg_len = size
        header.cmsg_level = SOL_SOCKET
        header.cmsg_type = Int32(SCM_RIGHTS)
        unsafe buffer.storeBytes(of: header, as: cmsghdr.self)
        for (position, descriptor) in descriptors.enumerated() {
            unsafe buffer.storeBytes(of: descriptor.number, toByteOffset: headerSize + 4 * position, as: Int32.self)
        }
        return headerSize + aligned(descriptors.count * MemoryLayout<Int32>.size)
    }

    /// Parses what recvmsg put into `buffer`. The result owns every descriptor.
    static func read(_ buffer: UnsafeRawBufferPointer) -> (descriptors: [OwnedDescriptor], credentials: PeerCredentials?) {
        var descriptors: [OwnedDescriptor] = []
        var credentials: PeerCredentials?
        var offset: Int = 0
        while offset + headerSize <= buffer.count {
            let header: cmsghdr = unsafe buffer.load(fromByteOffset: offset, as: cmsghdr.self)
            let size: Int = Int(header.cmsg_len)
            guard size >= headerSize, offset + size <= buffer.count else { break }
            let body: Range<Int> = offset + headerSize..<offset + size
            if header.cmsg_level == SOL_SOCKET, header.cmsg_type == Int32(SCM_RIGHTS) {
                for start in stride(from: body.lowerBound, to: body.upperBound - 3, by: 4) {
                    descriptors.append(OwnedDescriptor(adopting: unsafe buffer.load(fromByteOffset: start, as: Int32.self)))
                }
            } else if header.cmsg_level == SOL_SOCKET, header.cmsg_type == Self.credentials, body.count >= 12 {
                credentials = PeerCredentials(
                    pid: unsafe buffer.load(fromByteOffset: body.lowerBound, as: Int32.self),
                    uid: unsafe buffer.load(fromByteOffset: body.lowerBound + 4, as: UInt32.self),
                    gid: unsafe buffer.load(fromByteOffset: body.lowerBound + 8, as: UInt32.self))
            }
            offset += aligned(size)
        }
        return (descriptors, credentials)
    }
}
