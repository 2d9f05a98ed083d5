import FoundationEssentials

/// A URL as the deep links of verticals see it: a path and the query's parameters.
struct DeepLink {
    let path: String
    let parameters: [String: String]

    /// Nil if `url` is not a URL.
    init?(_ url: String) {
        guard let components: URLComponents = URLComponents(string: url) else { return nil }
        path = components.path
        parameters = (components.queryItems ?? []).reduce(into: [:]) { parameters, item in
            parameters[item.name] = item.value ?? ""
        }
    }
}
