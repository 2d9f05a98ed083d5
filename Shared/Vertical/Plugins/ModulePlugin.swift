public import ColonnadeContract

/// A module's boards, and what happens when boards emit. Called while the vertical is launched, in this order.
public protocol ModulePlugin: Sendable {
    /// What serves the boards that other verticals may reach: the generated dispatcher over the module's provider.
    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher]

    /// The module's internal boards, which only its vertical's own motherboard reaches.
    func internalBoards(on mainboard: Motherboard) -> [BoardRegistration]

    /// Says by ``Motherboard/install(gatewayBarrier:for:shared:deadline:exempt:passes:)`` what must be done before boards may be activated.
    func installBarriers(on mainboard: Motherboard)

    /// Says by ``Motherboard/when(_:)-(Service<Input,Output,Command,Refused>)`` what happens when boards emit or complete.
    func applyRules(on mainboard: Motherboard)
}

extension ModulePlugin {
    public func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] { [] }
    public func internalBoards(on mainboard: Motherboard) -> [BoardRegistration] { [] }
    public func installBarriers(on mainboard: Motherboard) {}
    public func applyRules(on mainboard: Motherboard) {}
}
