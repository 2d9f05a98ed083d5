import ColonnadeContract
import ColonnadeSystemIO

/// The platform's types that any interface may use, as this tool was built with them.
enum PlatformTypes {
    /// What contracts themselves are made of, and screens.
    static let linked: [TypeDescriptor] = DescriptorsContract.descriptor.types + screens

    /// What screen boards and shells say to each other.
    static let screens: [TypeDescriptor] = PresentationContract.descriptor.types

    /// Their names, which an interface with a screen board has no other types by.
    static let screenNames: Set<String> = Set(screens.map(\.name))
}
