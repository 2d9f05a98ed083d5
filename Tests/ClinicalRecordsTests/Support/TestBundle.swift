/// Writes bundles.
enum TestBundle {
    static func bundle(type: String = "transaction", _ entries: [String]) -> String {
        "{\"resourceType\":\"Bundle\",\"type\":\"\(type)\",\"entry\":[\(entries.joined(separator: ","))]}"
    }

    static func entry(_ resource: String, url: String? = nil) -> String {
        let fullURL: String = url.map { "\"fullUrl\":\"\($0)\"," } ?? ""
        return "{\(fullURL)\"resource\":\(resource)}"
    }

    static func patient(_ id: String = "p1", family: String = "Keller", url: String? = nil) -> String {
        entry(
            "{\"resourceType\":\"Patient\",\"id\":\"\(id)\",\"name\":[{\"family\":\"\(family)\",\"given\":[\"Ana\"]}],\"birthDate\":\"1986-03\"}",
            url: url)
    }

    /// - Parameter more: further elements, with a comma in front.
    static func observation(
        _ id: String, of patient: String = "Patient/p1", time: String? = "2020-01-01", title: String = "Pulse", more: String = ""
    ) -> String {
        let when: String = time.map { ",\"effectiveDateTime\":\"\($0)\"" } ?? ""
        return entry(
            """
            {"resourceType":"Observation","id":"\(id)","status":"final","code":{"text":"\(title)"},\
            "subject":{"reference":"\(patient)"}\(when)\(more)}
            """)
    }

    static func encounter(_ id: String, of patient: String = "Patient/p1", time: String, provider: String?) -> String {
        let made: String = provider.map { ",\"serviceProvider\":{\"reference\":\"\($0)\"}" } ?? ""
        return entry(
            """
            {"resourceType":"Encounter","id":"\(id)","status":"finished","type":[{"text":"Check up"}],\
            "subject":{"reference":"\(patient)"},"period":{"start":"\(time)"}\(made)}
            """)
    }

    static func organization(_ id: String, name: String, city: String) -> String {
        entry("{\"resourceType\":\"Organization\",\"id\":\"\(id)\",\"name\":\"\(name)\",\"address\":[{\"city\":\"\(city)\"}]}")
    }
}
