import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import Testing

import class Foundation.FileManager
import class Foundation.ProcessInfo
import struct Foundation.URL

@testable import OctopusMarkup

@Suite("Pages", .timeLimit(.minutes(2)))
struct PageTests {
    @Test("The gallery's pages are well-formed, and go where a browser is to look at them", arguments: [false, true])
    func gallery(isArabic: Bool) throws {
        let gallery: GalleryPages = GalleryPages(isArabic: isArabic)
        for (name, page): (String, Page) in gallery.pages {
            let html: String = Markup.page(page, writing: Writing(language: isArabic ? "ar" : "en"))
            try PageCheck.check(html, name)
            #expect(html.contains("<html lang=\"\(isArabic ? "ar" : "en")\" dir=\"\(isArabic ? "rtl" : "ltr")\">"))
        }
        guard let folder: String = ProcessInfo.processInfo.environment["GALLERY"] else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try gallery.write(to: URL(fileURLWithPath: folder))
    }

    @Test("A first page with the stylesheet and the script has at most 60 KB, the script under 6")
    func weight() throws {
        let script: Asset = try #require(Markup.assets.first { $0.name.hasSuffix(".js") })
        #expect(script.bytes.count < 6 * 1_024)
        let page: Page = try #require(GalleryPages(isArabic: false).pages["forms"])
        let html: String = Markup.page(page, writing: Writing(language: "en"))
        #expect(html.utf8.count + Markup.assets.reduce(0) { $0 + $1.bytes.count } < 60 * 1_024)
    }

    @Test("Nothing on a page needs what its policy forbids")
    func policy() {
        for (name, page): (String, Page) in GalleryPages(isArabic: false).pages {
            let html: String = Markup.page(page, writing: Writing(language: "en"))
            #expect(!html.contains(" style=") && !html.contains("<style"), "\(name)")
            #expect(html.matches(of: /<script\b/).count == 1 && html.contains(" defer></script>"), "\(name)")
            #expect(html.matches(of: /\son[a-z]+=/).isEmpty, "\(name)")
        }
    }

    @Test("What lies under a modal or an alert can not be reached")
    func inert() throws {
        var page: Page = Page(id: "p", application: "A", token: "t", tiles: [Tile(id: "s")])
        func html() -> String { Markup.page(page, writing: Writing(language: "en")) }
        #expect(!html().contains(" inert"))
        page.modal = Tile(id: "m")
        #expect(html().contains("<div id=\"under\" inert>") && html().contains("<div id=\"modal\"><div class=\"over\" role=\"dialog\""))
        page.alerts = [PageAlert(screen: "s", alert: Alert(id: "a", message: "No"))]
        #expect(html().contains("<div id=\"modal\" inert>") && html().contains("name=\"event\" value=\"closed\""))
    }

    @Test("Every address of a page is on this host", arguments: ["//evil", "https://evil", "javascript:x", "/\\evil", "/a\tb", ""])
    func addresses(path: String) {
        let page: Page = Page(id: "../x", application: "A", token: "t", navigation: [PageLink(title: "L", path: path)])
        let html: String = Markup.page(page, writing: Writing(language: "en"))
        #expect(html.contains("<a href=\"/\">L</a>") && html.contains("data-events=\"/pages/..%2Fx/events?step=0\""))
        #expect(PageAddress.actions(screen: "..") == "/screens/%2E%2E/actions")
    }

    @Test("A tile tells how it is")
    func states() {
        let failure: TileFailure = TileFailure(message: "Gone", report: "r-1", canTryAgain: true)
        let page: Page = Page(
            id: "p", application: "A", token: "t", tiles: [Tile(id: "a"), Tile(id: "b", state: .failed(failure))])
        let html: String = Markup.tiles(of: page, writing: Writing(language: "en"))
        #expect(html.contains("aria-busy=\"true\"") && html.contains("Loading…"))
        #expect(html.contains("Gone") && html.contains("Report <bdi>r-1</bdi>") && html.contains("/pages/p/retry"))
        #expect(html.contains("<input type=\"hidden\" name=\"screen\" value=\"b\">"))
    }
}
