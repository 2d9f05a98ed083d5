import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// `/sign-up?code=…`: the link that an invitation is handed over as.
struct SignUpURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String = "/sign-up"

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(AuthenticationLink.signUp(code: parameters["code"]))
    }
}

/// A link without parameters.
struct AuthenticationURLOpenerPlugin: URLOpenerPlugin {
    /// All of them.
    static let all: [AuthenticationURLOpenerPlugin] = [
        AuthenticationURLOpenerPlugin(matchingPath: "/sign-in", link: .signIn),
        AuthenticationURLOpenerPlugin(matchingPath: "/invite", link: .invite),
        AuthenticationURLOpenerPlugin(matchingPath: "/sessions", link: .sessions),
        AuthenticationURLOpenerPlugin(matchingPath: "/wards", link: .wards),
    ]

    let matchingPath: String
    let link: AuthenticationLink

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(link)
    }
}
