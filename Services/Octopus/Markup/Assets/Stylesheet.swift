extension Asset {
    static let stylesheet: Asset = Asset("css", mediaType: "text/css; charset=utf-8", text: "")
}
