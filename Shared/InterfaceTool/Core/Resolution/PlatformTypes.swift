import ColonnadeContract

/// The types of ColonnadeContract that any interface may use.
enum PlatformTypes {
    static let linked: [TypeDescriptor] = DescriptorsContract.descriptor.types
}
