/// The namespace of the functions that make screens.
///
/// A vertical adds its own in an extension, which make view models, and a shell those that make what its flows show; typing `Builder.`
/// lists what there is:
/// ```swift
/// extension Builder {
///     enum ClinicalRecords {
///         static func makeMedicalHistory(modal: Flow) -> Presented {
///             .screen(
///                 PresentedScreen("ClinicalRecords.historyScreen") { Current.records.historyScreen(HistoryScreenInput(), $0) } route: {
///                     HistoryFlow(modal: modal).handle($0)
///                 })
///         }
///     }
/// }
/// ```
/// Builders hold no state, and with dependency containers they are the only place that reads `Current`: what they make gets its
/// dependencies by initializers. The session of a minor is never taken from `Current`; it is a parameter.
public enum Builder {}
