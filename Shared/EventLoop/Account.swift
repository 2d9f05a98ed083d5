import Glibc

/// Users and groups that this system knows by name, from whatever source it has (passwd(5), a directory service).
public struct Account: Sendable, Hashable {
    /// The longest entry that is read, in bytes; group lists of directory services can be long.
    private static let longestEntry: Int = 1 << 20

    /// Its number.
    public let user: UInt32
    /// The number of its first group.
    public let group: UInt32

    /// The account with this name; nil where there is none.
    public static func named(_ name: String) -> Account? {
        var entry: passwd = unsafe passwd()
        return unsafe found { buffer, size, isFound in
            var result: UnsafeMutablePointer<passwd>?
            let code: Int32 = unsafe getpwnam_r(name, &entry, buffer, size, &result)
            unsafe isFound = result != nil
            return code
        } ? unsafe Account(user: entry.pw_uid, group: entry.pw_gid) : nil
    }

    /// The number of the group with this name; nil where there is none.
    public static func group(named name: String) -> UInt32? {
        var entry: group = unsafe Glibc.group()
        return unsafe found { buffer, size, isFound in
            var result: UnsafeMutablePointer<group>?
            let code: Int32 = unsafe getgrnam_r(name, &entry, buffer, size, &result)
            unsafe isFound = result != nil
            return code
        } ? unsafe entry.gr_gid : nil
    }

    /// Whether some account or some group has this number.
    public static func isTaken(_ number: UInt32) -> Bool {
        var (user, group): (passwd, group) = unsafe (passwd(), Glibc.group())
        let isUser: Bool = unsafe found { buffer, size, isFound in
            var result: UnsafeMutablePointer<passwd>?
            let code: Int32 = unsafe getpwuid_r(number, &user, buffer, size, &result)
            unsafe isFound = result != nil
            return code
        }
        return unsafe isUser
            || found { buffer, size, isFound in
                var result: UnsafeMutablePointer<group>?
                let code: Int32 = unsafe getgrgid_r(number, &group, buffer, size, &result)
                unsafe isFound = result != nil
                return code
            }
    }

    /// Asks with more and more room for the answer.
    private static func found(_ ask: (UnsafeMutablePointer<CChar>, Int, inout Bool) -> Int32) -> Bool {
        var size: Int = 4096
        while size <= longestEntry {
            let buffer: UnsafeMutablePointer<CChar> = .allocate(capacity: size)
            defer { unsafe buffer.deallocate() }
            var isFound: Bool = false
            if unsafe ask(buffer, size, &isFound) != ERANGE { return isFound }
            size *= 4
        }
        return false
    }
}
