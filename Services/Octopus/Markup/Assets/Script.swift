extension Asset {
    static let script: Asset = Asset("js", mediaType: "text/javascript; charset=utf-8", text: "")
}
