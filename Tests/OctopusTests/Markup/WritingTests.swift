import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import Testing

@testable import OctopusMarkup

@Suite("Texts as a person reads them", .timeLimit(.minutes(2)))
struct WritingTests {
    private static let moment: Date = Date(timeIntervalSince1970: 1_793_176_200)
    private let english: Writing = Writing(language: "en-GB", timeZone: "Europe/Berlin")
    private let german: Writing = Writing(language: "de", timeZone: "Europe/Berlin")
    private let arabic: Writing = Writing(language: "ar-EG", timeZone: "Africa/Cairo")

    /// Without the kinds of spaces, which change from one edition of the locale data to the next.
    private func plain(_ argument: ScreenArgument, _ writing: Writing) -> String {
        writing.plain(ScreenText("{0}", arguments: [argument])).replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }

    @Test("Numbers and their units")
    func numbers() {
        #expect(plain(.integer(1_234_567), english) == "1,234,567")
        #expect(plain(.integer(1_234_567), german) == "1.234.567")
        #expect(plain(.number(2.5, digits: 0), german) == "2")
        #expect(plain(.number(7.25, digits: 1), german) == "7,2")
        #expect(plain(.quantity(5.6, unit: "mmol/L"), german) == "5,6 mmol/L")
        #expect(plain(.quantity(37.5, unit: "Cel"), english) == "37.5 °C")
        #expect(plain(.quantity(72, unit: "{beats}/min"), english) == "72 1/min")
        #expect(plain(.quantity(3, unit: "{tablets}"), english) == "3")
        #expect(plain(.integer(42), arabic).contains("٤٢"))
        #expect(plain(.number(.nan, digits: 2), english) == "–" && plain(.integer(.min), english).contains("9,223"))
    }

    @Test("Moments stand in the person's time zone, or in the place's with its name")
    func moments() {
        #expect(
            plain(.moment(Self.moment), english) == "28 Oct 2026, 09:30" || plain(.moment(Self.moment), english) == "28 Oct 2026 at 09:30")
        #expect(
            plain(.moment(Self.moment), german) == "28. Okt. 2026, 09:30" || plain(.moment(Self.moment), german) == "28. Okt. 2026 um 09:30"
        )
        #expect(plain(.localMoment(Self.moment, timeZone: "Europe/Berlin"), german) == plain(.moment(Self.moment), german))
        let abroad: String = plain(.localMoment(Self.moment, timeZone: "America/New_York"), english)
        #expect(abroad.contains("04:30") && abroad.hasSuffix(")"))
        #expect(german.time(of: Self.moment, at: "Asia/Tokyo") == "17:30")
        #expect(Writing(language: "en-GB", timeZone: "No/Where").written(Self.moment).contains("08:30"))
    }

    @Test("Days, times and durations")
    func days() {
        #expect(plain(.day(ScreenDay(year: 2026, month: 3, day: 1)), german) == "1. März 2026")
        #expect(plain(.day(ScreenDay(year: 2024, month: 2, day: 29)), english) == "29 February 2024")
        // A day that the calendar does not have stays as it was sent.
        #expect(plain(.day(ScreenDay(year: 2026, month: 2, day: 30)), english) == "2026-02-30")
        #expect(plain(.time(ScreenTime(hour: 9, minute: 5)), german) == "09:05")
        #expect(plain(.time(ScreenTime(hour: 25, minute: 5)), german) == "25:05")
        #expect(plain(.duration(.seconds(5_400)), german) == "1 Std., 30 Min.")
        #expect(plain(.quantity(1.5, unit: "MiBy"), english) == "1.5 MB")
        #expect(german.short(ScreenDay(year: 2026, month: 10, day: 28)).weekday == "Mittwoch")
    }

    @Test("What stands in a text's places keeps to itself")
    func isolation() {
        let text: ScreenText = "Booked with \("<Ada>") {x} {7}"
        #expect(english.html(text).text == "Booked with <bdi>&lt;Ada&gt;</bdi> {x} {7}")
        #expect(english.plain(text) == "Booked with <Ada> {x} {7}" && arabic.plain(text) == "Booked with \u{2068}<Ada>\u{2069} {x} {7}")
        // A text of another direction than the page's keeps its full stop at its end, and its own order.
        #expect(arabic.html("Done.").text == "<bdi>Done.</bdi>" && english.html("Done.").text == "Done.")
        #expect(arabic.html("تم.").text == "تم." && english.html("تم.").text == "<bdi>تم.</bdi>" && arabic.html("2024").text == "2024")
        // Braces in what somebody wrote are no places.
        #expect(english.html("\("{0}{1}")").text == "<bdi>{0}{1}</bdi>")
        #expect(english.html("On \(moment: Self.moment)").text.hasPrefix("On <time datetime=\"2026-10-28T08:30:00.000Z\">"))
    }

    @Test("A translation stands for the text that has its key, with the same places")
    func translations() {
        let writing: Writing = Writing(language: "de", translations: ["booked": "Gebucht bei {0}<"])
        #expect(writing.plain(ScreenText("Booked with {0}", arguments: [.text("Ada")], key: "booked")) == "Gebucht bei Ada<")
        #expect(
            writing.html(ScreenText("Booked with {0}", arguments: [.text("Ada")], key: "booked")).text == "Gebucht bei <bdi>Ada</bdi>&lt;")
        #expect(writing.plain(ScreenText("Other", key: "other")) == "Other")
    }

    @Test("A language that is none is English, and directions follow languages")
    func languages() {
        #expect(Writing(language: "en\" onload=\"x").language == "en" && Writing(language: "").language == "en")
        #expect(Writing(language: "fa-IR").direction == .rightToLeft && Writing(language: "de").direction == .leftToRight)
        for word: Word in Word.allCases {
            for words: [Word: String] in [Word.english, Word.german, Word.arabic] { #expect(words[word]?.isEmpty == false, "\(word)") }
        }
    }
}
