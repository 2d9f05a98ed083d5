/// The socket of one edge, which only its consumer's user can use.
struct SocketUnit {
    /// How many connections may wait, as under the supervisor.
    private static let backlog: Int = 4_096

    let edge: SuitePlan.Edge
    let names: UnitNames

    var text: String {
        var unit: UnitText = UnitText()
        unit.section("Unit")
        unit.set("Description", "\(names.suite): \(edge.provider) for \(edge.consumer)")
        unit.set("PartOf", names.target)
        unit.section("Socket")
        unit.set("ListenStream", names.socket(from: edge.consumer, as: edge.socket))
        unit.set("FileDescriptorName", edge.consumer)
        unit.set("Service", names.service(edge.provider))
        unit.set("SocketUser", names.user(ofConsumer: edge.consumer))
        unit.set("SocketGroup", names.group(ofConsumer: edge.consumer))
        unit.set("SocketMode", "0600")
        unit.set("DirectoryMode", "0755")
        unit.set("Backlog", "\(Self.backlog)")
        unit.set("RemoveOnStop", "yes")
        return unit.text
    }
}
