/// A place that a flow can be at: where it starts, where a link leads, where a route goes on.
public protocol FlowStep: Hashable, Sendable {}

/// Decides what comes after what: the one place that knows which screen follows which, and how each is shown.
///
/// ```swift
/// final class AppointmentListFlow: FlowController {
///     enum Step: FlowStep { case list, details(id: String) }
///
///     let (primary, secondary, modal): (Flow, Flow, Flow)
///
///     func go(to step: Step) {
///         switch step {
///         case .list: Builder.Appointments.makeList(route: handle) |> primary.present
///         case .details(let id): Builder.Appointments.makeDetails(of: id, modal: modal) |> primary.push
///         }
///     }
///
///     func handle(_ route: AppointmentListRoute) {
///         switch route {
///         case .appointmentChosen(let id): go(to: .details(id: id))
///         case .failed(let failure): Builder.Alert.makeAlert(for: failure, dismiss: secondary.dismiss) |> secondary.present
///         }
///     }
/// }
/// ```
public protocol FlowController: AnyObject, Sendable {
    /// Where the flow can be.
    associatedtype Step: FlowStep
    /// What its screens say that has happened.
    associatedtype Route: Sendable

    /// The page itself.
    var primary: Flow { get }
    /// What is shown beside the page, such as alerts.
    var secondary: Flow { get }
    /// What is shown over the page until it is dealt with.
    var modal: Flow { get }

    /// Shows what belongs to a step.
    func go(to step: Step)

    /// Goes on from what a screen says has happened.
    func handle(_ route: Route)
}
