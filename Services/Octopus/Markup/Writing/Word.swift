/// What the shell itself says.
enum Word: CaseIterable {
    case skip, signOut, navigation, signedIn, back, dismiss, close, cancel, loading, notThere, report, tryAgain, problem, error, optional,
        more, earlier
    case later, information, success, warning, failure, nothing, chosen, choose, pickOne, confirm, sure, free, taken, noTimes, timesIn, map,
        pins, place
    case latitude, longitude, point, asTable, moment, fileLimit, fileTypes, sending, lost, notSent, tooLarge, noPicture

    static func words(_ language: String) -> [Word: String] {
        switch language {
        case "de": german
        case "ar": arabic
        default: english
        }
    }

    static let english: [Word: String] = [
        .skip: "Skip to the main content", .signOut: "Sign out", .navigation: "Pages", .signedIn: "Signed in as {0}", .back: "Back",
        .dismiss: "Close", .close: "Close", .cancel: "Cancel", .loading: "Loading…", .notThere: "This part is not available",
        .report: "Report {0}", .tryAgain: "Try again", .problem: "There is a problem", .error: "Error:", .optional: "(optional)",
        .more: "Show more", .earlier: "Earlier", .later: "Later", .information: "Note:", .success: "Done:", .warning: "Careful:",
        .failure: "Failed:", .nothing: "Nothing here yet.", .chosen: "chosen", .choose: "Choose", .pickOne: "Please choose",
        .confirm: "Yes, go on",
        .sure: "Please confirm", .free: "free", .taken: "taken", .noTimes: "No times", .timesIn: "Times as in {0}", .map: "Map",
        .pins: "Places on the map", .place: "Show a place by its coordinates", .latitude: "Degrees north", .longitude: "Degrees east",
        .point: "Show this place", .asTable: "As a table", .moment: "When", .fileLimit: "At most {0}.", .fileTypes: "Files: {0}.",
        .sending: "Sending…", .lost: "The connection is lost. It is being made again.",
        .notSent: "This could not be sent. Please try again.",
        .tooLarge: "This file is too large.", .noPicture: "A picture of a kind that can not be shown",
    ]

    static let german: [Word: String] = [
        .skip: "Zum Hauptinhalt springen", .signOut: "Abmelden", .navigation: "Seiten", .signedIn: "Angemeldet als {0}", .back: "Zurück",
        .dismiss: "Schließen", .close: "Schließen", .cancel: "Abbrechen", .loading: "Wird geladen …",
        .notThere: "Dieser Teil ist nicht verfügbar",
        .report: "Bericht {0}", .tryAgain: "Erneut versuchen", .problem: "Es gibt ein Problem", .error: "Fehler:",
        .optional: "(freiwillig)",
        .more: "Mehr anzeigen", .earlier: "Früher", .later: "Später", .information: "Hinweis:", .success: "Erledigt:", .warning: "Achtung:",
        .failure: "Fehlgeschlagen:", .nothing: "Noch nichts vorhanden.", .chosen: "ausgewählt", .choose: "Auswählen",
        .pickOne: "Bitte auswählen", .confirm: "Ja, fortfahren", .sure: "Bitte bestätigen", .free: "frei", .taken: "belegt",
        .noTimes: "Keine Zeiten", .timesIn: "Zeiten wie in {0}", .map: "Karte", .pins: "Orte auf der Karte",
        .place: "Ort nach Koordinaten zeigen", .latitude: "Grad Nord", .longitude: "Grad Ost", .point: "Diesen Ort zeigen",
        .asTable: "Als Tabelle", .moment: "Wann", .fileLimit: "Höchstens {0}.", .fileTypes: "Dateien: {0}.", .sending: "Wird gesendet …",
        .lost: "Die Verbindung ist unterbrochen. Sie wird wiederhergestellt.",
        .notSent: "Das konnte nicht gesendet werden. Bitte versuchen Sie es erneut.", .tooLarge: "Diese Datei ist zu groß.",
        .noPicture: "Ein Bild, das nicht angezeigt werden kann",
    ]

    static let arabic: [Word: String] = [
        .skip: "انتقل إلى المحتوى الرئيسي", .signOut: "تسجيل الخروج", .navigation: "الصفحات", .signedIn: "تم تسجيل الدخول باسم {0}",
        .back: "رجوع", .dismiss: "إغلاق", .close: "إغلاق", .cancel: "إلغاء", .loading: "جارٍ التحميل…", .notThere: "هذا الجزء غير متاح",
        .report: "تقرير {0}", .tryAgain: "حاول مرة أخرى", .problem: "هناك مشكلة", .error: "خطأ:", .optional: "(اختياري)",
        .more: "عرض المزيد",
        .earlier: "أبكر", .later: "لاحقًا", .information: "ملاحظة:", .success: "تم:", .warning: "تنبيه:", .failure: "فشل:",
        .nothing: "لا يوجد شيء هنا بعد.", .chosen: "مختار", .choose: "اختر", .pickOne: "يرجى الاختيار", .confirm: "نعم، تابع",
        .sure: "يرجى التأكيد", .free: "متاح", .taken: "محجوز", .noTimes: "لا توجد مواعيد", .timesIn: "الأوقات حسب {0}", .map: "خريطة",
        .pins: "الأماكن على الخريطة", .place: "عرض مكان بإحداثياته", .latitude: "درجات شمالًا", .longitude: "درجات شرقًا",
        .point: "اعرض هذا المكان", .asTable: "كجدول", .moment: "متى", .fileLimit: "{0} على الأكثر.", .fileTypes: "الملفات: {0}.",
        .sending: "جارٍ الإرسال…", .lost: "انقطع الاتصال. تجري إعادة الاتصال.", .notSent: "تعذر الإرسال. يرجى المحاولة مرة أخرى.",
        .tooLarge: "هذا الملف كبير جدًا.", .noPicture: "صورة لا يمكن عرضها",
    ]
}
