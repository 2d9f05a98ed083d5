import ColonnadeSystemIO
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import class Foundation.ProcessInfo
import struct Foundation.URL

@testable import OctopusMarkup

/// Pages with every element, as files that Tests/Browser/gallery.py opens in a browser.
struct GalleryPages {
    let isArabic: Bool

    private var samples: SampleScreens { SampleScreens(isArabic: isArabic) }
    private var writing: Writing { Writing(language: isArabic ? "ar" : "en-GB", timeZone: "Europe/Berlin") }

    private func page(_ tiles: [Tile], title: ScreenText? = nil) -> Page {
        Page(
            id: "p1", title: title, application: samples.say("Colonnade Clinic", "عيادة كولونيد"), token: "secret",
            visitor: "Nurse Ada",
            navigation: [
                PageLink(title: samples.say("Today", "اليوم"), path: "/", isCurrent: true),
                PageLink(title: samples.say("Patients", "المرضى"), path: "/patients"),
                PageLink(title: samples.say("Appointments", "المواعيد"), path: "/appointments"),
                PageLink(title: samples.say("Map", "الخريطة"), path: "/map"),
            ], tiles: tiles, step: nil)
    }

    private func tile(_ id: String, _ screen: Screen) -> Tile { Tile(id: id, state: .shown(screen), canGoBack: true) }

    var pages: [String: Page] {
        let failure: TileFailure = TileFailure(
            message: samples.say("This part has ended unexpectedly. Try again shortly.", "انتهى هذا الجزء بشكل غير متوقع."),
            report: "2f6a-91", canTryAgain: true)
        var modal: Page = page([tile("s1", samples.reading)])
        modal.modal = tile("s2", samples.forms)
        var alert: Page = page([tile("s1", samples.reading)])
        let choices: [AlertChoice] = [
            AlertChoice(id: "yes", title: samples.say("Discard", "تجاهل"), style: .destructive),
            AlertChoice(id: "no", title: samples.say("Keep writing", "تابع الكتابة"), style: .primary),
        ]
        alert.alerts = [
            PageAlert(
                screen: "s1",
                alert: Alert(
                    id: "al", title: samples.say("Discard the letter?", "تجاهل الرسالة؟"),
                    message: samples.say("It was not sent.", "لم ترسل."),
                    choices: choices))
        ]
        let several: Page = page(
            [
                tile("s1", samples.drawings), Tile(id: "s2", state: .loading(name: samples.say("Appointments", "المواعيد"))),
                Tile(id: "s3", state: .failed(failure)), tile("s4", samples.reading),
            ], title: samples.say("Good morning", "صباح الخير"))
        var live: Page = page([tile("s1", samples.forms)])
        live.step = 0
        var liveMap: Page = page([tile("s1", samples.drawings)])
        liveMap.step = 0
        return [
            "live": live, "livemap": liveMap, "reading": page([tile("s1", samples.reading)]), "forms": page([tile("s1", samples.forms)]),
            "drawings": page([tile("s1", samples.drawings)]), "several": several, "modal": modal, "alert": alert,
        ]
    }

    func write(to folder: URL) throws {
        for (name, page): (String, Page) in pages {
            let html: String = Markup.page(page, writing: writing).replacing("=\"/assets/", with: "=\"assets/")
            try Data(html.utf8).write(to: folder.appendingPathComponent("\(name)-\(writing.direction.rawValue).html"))
        }
        let assets: URL = folder.appendingPathComponent("assets")
        try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: true)
        for asset: Asset in Markup.assets { try Data(asset.bytes).write(to: assets.appendingPathComponent(asset.name)) }
    }
}
