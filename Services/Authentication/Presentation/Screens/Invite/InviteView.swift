import Colonnade
import ColonnadePresentation

/// What the screen to invite somebody shows.
struct InviteState: Hashable, Sendable {
    /// The last values that were given, for who has to correct them.
    struct Values: Hashable, Sendable {
        var name: String = ""
        var role: String
        var patient: String = ""
        var wards: String = ""
    }

    /// An invitation that was made.
    struct Made: Hashable, Sendable {
        var name: String
        var code: String
        var link: String?
        var expires: Date
    }

    /// The roles that the caller may invite for.
    var roles: [InviteRole]
    var values: Values
    var nameError: ScreenText?
    var error: ScreenText?
    /// Shown until the next one is begun, and never again.
    var made: Made?
}

/// What somebody is invited for, as the form has it.
enum InviteRole: String, CaseIterable, Hashable, Sendable {
    case patient, staff, `operator`

    var title: ScreenText {
        switch self {
        case .patient: "Patient"
        case .staff: "Staff"
        case .operator: "Operator"
        }
    }
}

/// The screen to invite somebody: a pure function.
func inviteView(_ state: InviteState) -> Screen {
    guard let made: InviteState.Made = state.made else { return Screen(title: "Invite somebody", elements: [inviteForm(state)]) }
    let link: [ScreenElement] =
        made.link.map { [.keyValues("link", name: "Link", [ScreenKeyValue("Or by this link", ScreenText("\($0)"))])] } ?? []
    return Screen(
        title: "Invite somebody",
        elements: [
            .notice("made", "\(made.name) is invited. Hand this over now: it is not shown again.", kind: .success),
            .keyValues(
                "code", name: "Invitation",
                [
                    ScreenKeyValue("Code", ScreenText("\(made.code)")),
                    ScreenKeyValue("Counts until", ScreenText("\(moment: made.expires)")),
                ]),
        ] + link + [.button("another", "Invite somebody else")])
}

private func inviteForm(_ state: InviteState) -> ScreenElement {
    .form(
        "invite", name: "Invitation", submit: "Invite", error: state.error,
        [
            ScreenField(
                id: "name", label: "Name", input: .text(state.values.name, autocomplete: nil), hint: "What they will sign in with.",
                error: state.nameError),
            ScreenField(
                id: "role", label: "Role",
                input: .choice(
                    state.roles.map { ScreenOption(id: $0.rawValue, title: $0.title) }, selected: [state.values.role],
                    severalAllowed: false)),
            ScreenField(
                id: "patient", label: "Own record", input: .text(state.values.patient, autocomplete: nil),
                hint: "Of a patient, the id of their record.", isRequired: false),
            ScreenField(
                id: "wards", label: "Records of wards", input: .text(state.values.wards, autocomplete: nil),
                hint: "Of a guardian, the ids of the records of those they act for, with spaces between them.", isRequired: false),
        ])
}
