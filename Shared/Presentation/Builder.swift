/// The namespace of the functions that make screens.
///
/// A vertical adds its own in an extension; typing `Builder.` lists what there is:
/// ```swift
/// extension Builder {
///     enum MedicalHistory {
///         static func makeHistory(of patient: String) -> HistoryViewModel {
///             HistoryViewModel(patient: patient, reading: ReadHistoryUseCase(clock: Current.clock))
///         }
///     }
/// }
/// ```
/// Builders hold no state, and with a vertical's dependency container they are the only place that reads `Current`: what they
/// make gets its dependencies by initializers. The session of a minor is never taken from `Current`; it is a parameter.
public enum Builder {}
