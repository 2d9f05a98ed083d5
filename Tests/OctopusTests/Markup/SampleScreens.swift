import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO

/// Screens with every element, in English and in Arabic.
struct SampleScreens {
    private static let start: Date = Date(timeIntervalSince1970: 1_793_176_200)
    private static let day: ScreenDay = ScreenDay(year: 2026, month: 10, day: 28)
    private static let route: Route = Route(name: "Away", value: [])

    let isArabic: Bool

    func say(_ english: ScreenText, _ arabic: ScreenText) -> ScreenText { isArabic ? arabic : english }

    /// What is read: texts, notices, lists, tables, pictures.
    var reading: Screen {
        Screen(
            title: say("Visit of \("Amélie Dubois")", "زيارة \("Amélie Dubois")"),
            elements: [
                .text("t", say("Booked for \(moment: Self.start), in \(Duration.seconds(5_400)).", "محجوزة في \(moment: Self.start).")),
                .notice("n1", say("The room has changed.", "تغيرت الغرفة.")), .notice("n2", say("Saved.", "تم الحفظ."), kind: .success),
                .notice("n3", say("The patient is allergic to penicillin.", "المريض لديه حساسية من البنسلين."), kind: .warning),
                .notice("n4", say("The laboratory did not answer.", "لم يرد المختبر."), kind: .failure),
                .heading("h", say("Facts", "حقائق")), facts, list,
                .list("none", name: say("Letters", "رسائل"), []), table, .progress("p1", say("Importing", "استيراد"), fraction: 0.42),
                .progress("p2", say("Waiting for the laboratory", "في انتظار المختبر")),
                .emptyState("em", say("No messages", "لا رسائل"), detail: say("New ones appear here.", "تظهر الجديدة هنا.")),
                ScreenElement(
                    id: "img", name: say("A green circle", "دائرة أخضر"),
                    content: .image(
                        .svg(
                            "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='40'><circle r='18' cx='20' cy='20' fill='green'/></svg>"
                        ))),
                ScreenElement(id: "new", name: "New", content: .unknown(Unrecognized(number: 99)), fallback: say("In words", "بالكلمات")),
            ])
    }

    private var facts: ScreenElement {
        .keyValues(
            "k", name: say("Facts", "حقائق"),
            [
                ScreenKeyValue(say("Born", "الميلاد"), "\(ScreenDay(year: 1984, month: 2, day: 29))"),
                ScreenKeyValue(say("Glucose", "الجلوكوز"), "\(ScreenArgument.quantity(5.6, unit: "mmol/L"))"),
                ScreenKeyValue(say("Visits", "الزيارات"), "\(1_234)"),
                ScreenKeyValue(say("Opens", "يفتح"), "\(ScreenTime(hour: 8, minute: 30))"),
            ])
    }

    private var list: ScreenElement {
        .list(
            "l", name: say("Appointments", "المواعيد"),
            [
                ScreenRow(
                    id: "a", title: say("Check-up", "فحص"),
                    detail: say("Dr. Okafor, \(moment: Self.start)", "د. أوكافور، \(moment: Self.start)"),
                    badge: say("new", "جديد")),
                ScreenRow(id: "b", title: say("Vaccination", "تطعيم"), detail: say("Room 4", "غرفة ٤"), action: say("Cancel", "إلغاء")),
                ScreenRow(id: "c", title: say("Past visit", "زيارة سابقة"), isChoosable: false),
            ], cursor: "next")
    }

    private var table: ScreenElement {
        ScreenElement(
            id: "ta", name: say("Results", "النتائج"),
            content: .table(
                ScreenTable(
                    columns: [say("Test", "الفحص"), say("Value", "القيمة"), say("Range", "المدى"), say("Taken", "أخذت")],
                    rows: ["HbA1c", "Cholesterol", "Ferritin"].enumerated().map { index, name in
                        ScreenTableRow(
                            id: name,
                            cells: [
                                ScreenText(name), "\(ScreenArgument.quantity(Double(index) + 4.25, unit: "mmol/L"))", "4–6",
                                "\(moment: Self.start)",
                            ], isChoosable: index < 2)
                    }, cursor: "more")))
    }

    /// What is filled in and pressed.
    var forms: Screen {
        Screen(
            title: say("Register a patient", "تسجيل مريض"),
            elements: [
                .form(
                    "f", name: say("Patient", "المريض"), submit: say("Register", "سجّل"),
                    error: say("Two things are missing.", "هناك أمران ناقصان."), fields),
                .form(
                    "import", name: say("Import", "استيراد"), submit: say("Import", "استورد"),
                    [
                        ScreenField(
                            id: "file", label: say("Bundle", "حزمة"), input: .file(mediaTypes: ["application/json"], mostBytes: 64 << 20))
                    ]),
                .button("b1", say("Book the visit", "احجز الزيارة"), style: .primary), .button("b2", say("Print", "اطبع")),
                .button(
                    "b3", say("Delete the visit", "احذف الزيارة"), style: .destructive,
                    confirmation: say("Delete the visit for ever?", "هل تحذف الزيارة نهائيًا؟")),
                .button("b4", say("Not now", "ليس الآن"), isEnabled: false), .link("a", say("All patients", "كل المرضى"), to: Self.route),
                ScreenElement(
                    id: "tabs", name: say("Views", "عروض"),
                    content: .tabs(
                        [
                            ScreenTab(
                                id: "t1", title: say("Today", "اليوم"), elements: [.text("t1t", say("Three visits.", "ثلاث زيارات."))]),
                            ScreenTab(id: "t2", title: say("This week", "هذا الأسبوع"), elements: [.text("t2t", say("Ten.", "عشر."))]),
                        ], selected: "t1")),
                .section(
                    "s", say("History", "التاريخ"), [.section("s2", "2025", [.text("s2t", say("Nothing.", "لا شيء."))])]),
            ])
    }

    private var fields: [ScreenField] {
        let options: [ScreenOption] = [
            ScreenOption(id: "1", title: say("Female", "أنثى")), ScreenOption(id: "2", title: say("Male", "ذكر")),
            ScreenOption(id: "3", title: say("Other", "آخر")),
        ]
        let many: [ScreenOption] = (1...12).map { ScreenOption(id: "\($0)", title: say("Ward \($0)", "جناح \($0)")) }
        return [
            ScreenField(
                id: "name", label: say("Name", "الاسم"), input: .text("O'Hara", autocomplete: "name"),
                hint: say("As on the card.", "كما في البطاقة."), error: say("Write the whole name.", "اكتب الاسم كاملًا.")),
            ScreenField(id: "note", label: say("Note", "ملاحظة"), input: .multiline("\nTwo\nlines"), isRequired: false),
            ScreenField(id: "age", label: say("Weight", "الوزن"), input: .number(71.5, least: 0, most: 400, unit: "kg")),
            ScreenField(id: "born", label: say("Born", "الميلاد"), input: .day(Self.day, first: nil, last: Self.day)),
            ScreenField(id: "at", label: say("Time", "الوقت"), input: .time(ScreenTime(hour: 9, minute: 5)), isLive: true),
            ScreenField(
                id: "sex", label: say("Sex", "الجنس"), input: .choice(options, selected: ["2"], severalAllowed: false),
                error: say("Choose one.", "اختر واحدًا.")),
            ScreenField(id: "many", label: say("Ward", "جناح"), input: .choice(many, selected: ["2"], severalAllowed: false)),
            ScreenField(
                id: "langs", label: say("Languages", "اللغات"), input: .choice(options, selected: ["1", "2"], severalAllowed: true),
                isRequired: false),
            ScreenField(id: "on", label: say("Remind me", "ذكّرني"), input: .toggle(true), hint: say("By letter.", "برسالة.")),
            ScreenField(id: "pw", label: say("Password", "كلمة المرور"), input: .password(isNew: true)),
            ScreenField(
                id: "newer", label: say("Something newer", "شيء أحدث"), input: .unknown(Unrecognized(number: 42)), isRequired: false),
        ]
    }

    /// What is drawn.
    var drawings: Screen {
        let points: [ScreenPoint] = [
            ScreenPoint(id: "p1", title: say("Clinic at the park", "عيادة الحديقة"), latitude: 52.52, longitude: 13.405),
            ScreenPoint(id: "p2", title: say("Clinic by the river", "عيادة النهر"), latitude: 52.50, longitude: 13.45),
            ScreenPoint(id: "p3", title: say("Laboratory", "المختبر"), latitude: 52.53, longitude: 13.38),
        ]
        return Screen(
            title: say("Where and when", "أين ومتى"),
            elements: [
                ScreenElement(
                    id: "m", name: say("Clinics", "عيادات"), content: .map(ScreenMap(points: points, selected: "p2", isLocatable: true))),
                ScreenElement(id: "sl", name: say("Free times", "أوقات متاحة"), content: .slots(slots)),
                ScreenElement(id: "c", name: say("Glucose over time", "الجلوكوز عبر الزمن"), content: .chart(chart)),
            ])
    }

    private var slots: ScreenSlots {
        ScreenSlots(
            timeZone: "Europe/Berlin",
            days: (0..<5).map { day in
                ScreenSlotDay(
                    day: ScreenDay(year: 2026, month: 10, day: 26 + day),
                    slots: day == 2
                        ? []
                        : (0..<4).map { slot in
                            ScreenSlot(
                                id: "\(day)-\(slot)", start: Self.start.addingTimeInterval(Double(day * 86_400 + slot * 1_800)),
                                isFree: slot != 1,
                                detail: slot == 0 ? say("Dr. Okafor", "د. أوكافور") : nil)
                        })
            }, selected: "0-2", earlier: "e", later: "l")
    }

    private var chart: ScreenChart {
        func points(_ base: Double) -> [ScreenChartPoint] {
            (0..<8).map {
                ScreenChartPoint(
                    moment: Self.start.addingTimeInterval(Double($0) * 30 * 86_400), value: base + Double($0 * 7 % 5) * 0.4)
            }
        }
        return ScreenChart(
            series: [
                ScreenSeries(title: say("Fasting", "صائم"), points: points(4.2)),
                ScreenSeries(title: say("After meals", "بعد الأكل"), points: points(6.5)),
            ], unit: "mmol/L")
    }
}
