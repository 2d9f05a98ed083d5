/// A rectangle in degrees that does not cross the antimeridian; its edges belong to it.
public struct BoundingBoxDataModel: Hashable, Sendable {
    public let latitudes: ClosedRange<Double>
    public let longitudes: ClosedRange<Double>

    public init(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
        self.latitudes = latitudes
        self.longitudes = longitudes
    }
}
