import ClinicalRecordsDomain

/// One element of a bundle's `entry`, cut out of the text, white space between tokens left out.
struct BundleEntry {
    /// From 0.
    let index: Int
    /// Where the element starts in the bundle's text.
    let position: TextPosition
    /// The element as JSON.
    let bytes: [UInt8]
    /// Where in `bytes` its resource stands; nil where it has none.
    let resource: Range<Int>?
}
