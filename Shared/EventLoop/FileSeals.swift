/// The constants of fcntl(2) and memfd_create(2) that glibc hides unless _GNU_SOURCE is defined.
enum FileSeals {
    static let creationFlags: UInt32 = 0x0001 | 0x0002  // MFD_CLOEXEC, MFD_ALLOW_SEALING
    static let neverExecutable: UInt32 = 0x0008  // MFD_NOEXEC_SEAL
    static let add: Int32 = 1033
    static let get: Int32 = 1034
    static let shrink: Int32 = 0x0002
    static let fixedSize: Int32 = 0x0001 | 0x0002 | 0x0004  // no more seals, no shrinking, no growing
    static let unchangeable: Int32 = fixedSize | 0x0008  // no writing
}
