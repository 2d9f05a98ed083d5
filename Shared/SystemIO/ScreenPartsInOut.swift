import ColonnadeContract

// What the elements of a screen are made of.

/// A day of the Gregorian calendar, in no time zone.
public struct ScreenDay: Hashable, Sendable {
    /// As in 2026.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    /// A day; whether the calendar has it is not looked at.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}

/// A time of the day, in no time zone.
public struct ScreenTime: Hashable, Sendable {
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int

    /// A time of the day.
    public init(hour: Int, minute: Int) {
        self.hour = hour
        self.minute = minute
    }
}

/// How much a notice wants to be noted.
public enum ScreenNoticeKind: Hashable, Sendable {
    /// Good to know, gone well, be careful, gone wrong.
    case information, success, warning, failure
    /// One of a newer vertical, shown as information.
    case unknown(Unrecognized)
}

/// A name and its value.
public struct ScreenKeyValue: Hashable, Sendable {
    /// What the value is.
    public let key: ScreenText
    /// The value.
    public let value: ScreenText

    /// A name and its value.
    public init(_ key: ScreenText, _ value: ScreenText) {
        self.key = key
        self.value = value
    }
}

/// Rows, each about one thing.
public struct ScreenList: Hashable, Sendable {
    /// From top to bottom.
    public let rows: [ScreenRow]
    /// Where the list goes on, for ``ScreenEvent/more(cursor:)``; nil where it is whole.
    public let cursor: String?

    /// A list, and where it goes on.
    public init(rows: [ScreenRow], cursor: String? = nil) {
        self.rows = rows
        self.cursor = cursor
    }
}

/// One row of a list.
public struct ScreenRow: Hashable, Sendable {
    /// Names the row among those of its list.
    public let id: String
    /// What the row is about.
    public let title: ScreenText
    /// What else there is to say.
    public let detail: ScreenText?
    /// A word or number that stands out.
    public let badge: ScreenText?
    /// Whether a person can choose the row, with ``ScreenEvent/chosen(_:)``.
    public let isChoosable: Bool
    /// What stands on a button of the row's own, which chooses it as well; nil where the whole row does.
    public let action: ScreenText?

    /// A row; one that can be chosen unless it is said otherwise.
    public init(
        id: String, title: ScreenText, detail: ScreenText? = nil, badge: ScreenText? = nil, isChoosable: Bool = true,
        action: ScreenText? = nil
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.badge = badge
        self.isChoosable = isChoosable
        self.action = action
    }
}

/// Rows and columns.
public struct ScreenTable: Hashable, Sendable {
    /// What stands over the columns.
    public let columns: [ScreenText]
    /// From top to bottom.
    public let rows: [ScreenTableRow]
    /// Where the table goes on, for ``ScreenEvent/more(cursor:)``; nil where it is whole.
    public let cursor: String?

    /// A table, and where it goes on.
    public init(columns: [ScreenText], rows: [ScreenTableRow], cursor: String? = nil) {
        self.columns = columns
        self.rows = rows
        self.cursor = cursor
    }
}

/// One row of a table.
public struct ScreenTableRow: Hashable, Sendable {
    /// Names the row among those of its table.
    public let id: String
    /// One for each column.
    public let cells: [ScreenText]
    /// Whether a person can choose the row, with ``ScreenEvent/chosen(_:)``.
    public let isChoosable: Bool

    /// A row with a cell for each column.
    public init(id: String, cells: [ScreenText], isChoosable: Bool = false) {
        self.id = id
        self.cells = cells
        self.isChoosable = isChoosable
    }
}

/// Fields that are sent together.
public struct ScreenForm: Hashable, Sendable {
    /// From top to bottom.
    public let fields: [ScreenField]
    /// What stands on the button that sends the form.
    public let submit: ScreenText
    /// What is wrong with the form as a whole; nil where nothing is.
    public let error: ScreenText?

    /// A form with its fields and its button.
    public init(fields: [ScreenField], submit: ScreenText, error: ScreenText? = nil) {
        self.fields = fields
        self.submit = submit
        self.error = error
    }
}

/// One field of a form.
public struct ScreenField: Hashable, Sendable {
    /// Names the field; no other field and no element of the screen has it.
    public let id: String
    /// What to fill in, and the accessible name.
    public let label: ScreenText
    /// How to fill it in.
    public let hint: ScreenText?
    /// What is wrong with what was filled in; nil where nothing is.
    public let error: ScreenText?
    /// Whether the form is not sent without it.
    public let isRequired: Bool
    /// Whether each change is told at once, as ``ScreenEvent/entered(_:)``.
    public let isLive: Bool
    /// What is filled in. A shell shows one that it does not know as text with the label.
    public let input: ScreenInput

    /// A field; one that must be filled in unless it is said otherwise.
    public init(
        id: String, label: ScreenText, input: ScreenInput, hint: ScreenText? = nil, error: ScreenText? = nil, isRequired: Bool = true,
        isLive: Bool = false
    ) {
        self.id = id
        self.label = label
        self.input = input
        self.hint = hint
        self.error = error
        self.isRequired = isRequired
        self.isLive = isLive
    }
}

/// What is filled in, with what is there already.
public enum ScreenInput: Hashable, Sendable {
    /// One line, with the word that HTML's `autocomplete` has for it.
    case text(String, autocomplete: String?)
    /// Several lines.
    case multiline(String)
    /// A number from `least` to `most`, in a unit as UCUM writes it.
    case number(Double?, least: Double?, most: Double?, unit: String?)
    /// A day from `first` to `last`.
    case day(ScreenDay?, first: ScreenDay?, last: ScreenDay?)
    /// A time of the day.
    case time(ScreenTime?)
    /// One of the options, or several of them; `selected` has ids of options.
    case choice([ScreenOption], selected: [String], severalAllowed: Bool)
    /// Yes or no.
    case toggle(Bool)
    /// A password: one that the person has, or a new one. What it was is never sent to the shell.
    case password(isNew: Bool)
    /// A file of one of these media types, of so many bytes at most.
    case file(mediaTypes: [String], mostBytes: Int)
    /// One of a newer vertical, shown as a text field that is not sent.
    case unknown(Unrecognized)
}

/// Something to choose in a field.
public struct ScreenOption: Hashable, Sendable {
    /// Names the option among those of its field.
    public let id: String
    /// What it is called.
    public let title: ScreenText

    /// An option with what it is called.
    public init(id: String, title: ScreenText) {
        self.id = id
        self.title = title
    }
}

/// Something to do.
public struct ScreenButton: Hashable, Sendable {
    /// What stands on it.
    public let title: ScreenText
    /// How it looks.
    public let style: ScreenButtonStyle
    /// What the shell asks before it counts as pressed; nil where it does not ask.
    public let confirmation: ScreenText?
    /// Whether it can be pressed now.
    public let isEnabled: Bool

    /// A button with what stands on it.
    public init(title: ScreenText, style: ScreenButtonStyle = .plain, confirmation: ScreenText? = nil, isEnabled: Bool = true) {
        self.title = title
        self.style = style
        self.confirmation = confirmation
        self.isEnabled = isEnabled
    }
}

/// How a button looks.
public enum ScreenButtonStyle: Hashable, Sendable {
    /// What one mostly wants, one of several, what takes something away.
    case primary, plain, destructive
    /// One of a newer vertical, shown plain.
    case unknown(Unrecognized)
}

/// Elements of which the tabs around them show one group at a time.
public struct ScreenTab: Hashable, Sendable {
    /// Names the tab; no element of the screen has it.
    public let id: String
    /// What stands on it.
    public let title: ScreenText
    /// From top to bottom.
    public let elements: [ScreenElement]

    /// A tab with what is in it.
    public init(id: String, title: ScreenText, elements: [ScreenElement]) {
        self.id = id
        self.title = title
        self.elements = elements
    }
}

/// A picture.
public enum ScreenImage: Hashable, Sendable {
    /// The bytes of a file of this media type: `image/png`.
    case file([UInt8], mediaType: String)
    /// SVG text. A shell shows it as an image, so nothing in it runs.
    case svg(String)
    /// One of a newer vertical, shown by its accessible name.
    case unknown(Unrecognized)
}

/// Points on the earth.
public struct ScreenMap: Hashable, Sendable {
    /// The places that are shown.
    public let points: [ScreenPoint]
    /// The id of the point that is chosen; nil where none is.
    public let selected: String?
    /// Whether a person can point anywhere, with ``ScreenEvent/located(latitude:longitude:)``.
    public let isLocatable: Bool
    /// How the vertical draws it, with a point's place at the element with the point's id; nil where the shell draws.
    public let drawing: ScreenImage?

    /// A map with its points, of which a person can choose one.
    public init(points: [ScreenPoint], selected: String? = nil, isLocatable: Bool = false, drawing: ScreenImage? = nil) {
        self.points = points
        self.selected = selected
        self.isLocatable = isLocatable
        self.drawing = drawing
    }
}

/// A place on a map.
public struct ScreenPoint: Hashable, Sendable {
    /// Names the point among those of its map.
    public let id: String
    /// What is there.
    public let title: ScreenText
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double

    /// A place by its coordinate, WGS 84.
    public init(id: String, title: ScreenText, latitude: Double, longitude: Double) {
        self.id = id
        self.title = title
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Times to choose from, by day.
public struct ScreenSlots: Hashable, Sendable {
    /// The place's time zone, by its IANA name: times are shown as they are there.
    public let timeZone: String
    /// The days, those without a slot as well.
    public let days: [ScreenSlotDay]
    /// The id of the chosen slot; nil where none is.
    public let selected: String?
    /// Where earlier days are, for ``ScreenEvent/more(cursor:)``.
    public let earlier: String?
    /// Where later days are.
    public let later: String?

    /// Times of days that follow each other, in the time of their place.
    public init(timeZone: String, days: [ScreenSlotDay], selected: String? = nil, earlier: String? = nil, later: String? = nil) {
        self.timeZone = timeZone
        self.days = days
        self.selected = selected
        self.earlier = earlier
        self.later = later
    }
}

/// The times of one day.
public struct ScreenSlotDay: Hashable, Sendable {
    /// The day at the place.
    public let day: ScreenDay
    /// In the order of time.
    public let slots: [ScreenSlot]

    /// A day with its times.
    public init(day: ScreenDay, slots: [ScreenSlot]) {
        self.day = day
        self.slots = slots
    }
}

/// One time to choose.
public struct ScreenSlot: Hashable, Sendable {
    /// Names the slot among those of its grid.
    public let id: String
    /// When it begins.
    public let start: Date
    /// Whether a person can choose it.
    public let isFree: Bool
    /// What else there is to say: with whom, where.
    public let detail: ScreenText?

    /// A time; one that can be chosen unless it is said otherwise.
    public init(id: String, start: Date, isFree: Bool = true, detail: ScreenText? = nil) {
        self.id = id
        self.start = start
        self.isFree = isFree
        self.detail = detail
    }
}

/// Series of points.
public struct ScreenChart: Hashable, Sendable {
    /// Each in a line or colour of its own.
    public let series: [ScreenSeries]
    /// The unit of the values, as UCUM writes it; nil for plain numbers.
    public let unit: String?

    /// Series that are drawn over one another.
    public init(series: [ScreenSeries], unit: String? = nil) {
        self.series = series
        self.unit = unit
    }
}

/// Values over time.
public struct ScreenSeries: Hashable, Sendable {
    /// What the values are.
    public let title: ScreenText
    /// In the order of time.
    public let points: [ScreenChartPoint]

    /// A series with its points.
    public init(title: ScreenText, points: [ScreenChartPoint]) {
        self.title = title
        self.points = points
    }
}

/// A value at a moment.
public struct ScreenChartPoint: Hashable, Sendable {
    /// When.
    public let moment: Date
    /// How much.
    public let value: Double

    /// A value at a moment.
    public init(moment: Date, value: Double) {
        self.moment = moment
        self.value = value
    }
}
