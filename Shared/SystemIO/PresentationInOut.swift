import ColonnadeContract

// What a screen board and a shell say to each other. A board of a vertical is a screen when it takes `Commands<ScreenAction>` and
// answers `Outputs<ScreenOutput>`; the types of these two stand here, so that a shell treats the screens of all verticals alike.

/// What a screen board sends: the whole screen first, then what changes, and what happened.
public enum ScreenOutput: Hashable, Sendable {
    /// The whole screen. Comes first, and again where changes would say more than it.
    case screen(Screen)
    /// Parts of the screen that was sent before, each change on top of the one before it.
    case changed([ScreenChange])
    /// Something happened that the flow around the screen decides about.
    case route(Route)
    /// Something to tell at once, over the screen.
    case alert(Alert)
    /// Something that a newer vertical sends. A shell leaves it out.
    case unknown(Unrecognized)
}

/// What a person sees of one vertical at one moment.
public struct Screen: Hashable, Sendable {
    /// The heading of the page or tile, and the window's title.
    public let title: ScreenText
    /// From top to bottom.
    public let elements: [ScreenElement]

    /// A screen with a title, from top to bottom.
    public init(title: ScreenText, elements: [ScreenElement] = []) {
        self.title = title
        self.elements = elements
    }
}

/// Text as a person reads it, or the key of it in the languages of the suite.
public struct ScreenText: Hashable, Sendable {
    /// Plain text, where `{0}` stands for the first argument, `{1}` for the second. Other braces stand for themselves.
    public let text: String
    /// The key under which a languages vertical has the text; nil where the text is only this.
    public let key: String?
    /// What the text says about: the shell writes numbers, dates and units as the person does.
    public let arguments: [ScreenArgument]

    /// Plain text with its arguments, under a key where there are translations.
    public init(_ text: String, arguments: [ScreenArgument] = [], key: String? = nil) {
        self.text = text
        self.arguments = arguments
        self.key = key
    }
}

/// A value inside a text, which the shell writes in the person's language, time zone and direction.
public enum ScreenArgument: Hashable, Sendable {
    /// As it is: a name, what somebody wrote.
    case text(String)
    /// A count.
    case integer(Int)
    /// A number with at most so many digits behind the point.
    case number(Double, digits: Int)
    /// A number with its unit, as UCUM writes units: `mmol/L`.
    case quantity(Double, unit: String)
    /// A moment: its date and time in the person's time zone.
    case moment(Date)
    /// A moment: its date and time in the place's time zone, by its IANA name.
    case localMoment(Date, timeZone: String)
    /// A day of the calendar.
    case day(ScreenDay)
    /// A time of the day.
    case time(ScreenTime)
    /// How long something takes.
    case duration(Duration)
    /// A person, by the id of their records. The shell writes the name where who looks may know it, or where a minor's session is given by
    /// which they may; and the id otherwise.
    case person(String, session: String?)
    /// A value of a newer vertical, which the text goes without.
    case unknown(Unrecognized)
}

/// One part of a screen.
public struct ScreenElement: Hashable, Sendable {
    /// Names the element in changes and actions; no other element of the screen has it, and it stays while the element does.
    public let id: String
    /// The accessible name, as a screen reader says it.
    public let name: ScreenText
    /// What a shell shows that does not know the content; nil for the accessible name.
    public let fallback: ScreenText?
    /// What the element is.
    public let content: ScreenContent

    /// An element with its stable id and its accessible name.
    public init(id: String, name: ScreenText, content: ScreenContent, fallback: ScreenText? = nil) {
        self.id = id
        self.name = name
        self.content = content
        self.fallback = fallback
    }
}

/// What an element is: a small set that shells draw, each in its own way.
public enum ScreenContent: Hashable, Sendable {
    /// The heading of what follows, from level 2 to 6: the screen's title is the first.
    case heading(ScreenText, level: Int)
    /// A paragraph.
    case text(ScreenText)
    /// Something to take note of.
    case notice(ScreenText, kind: ScreenNoticeKind)
    /// Names and values.
    case keyValues([ScreenKeyValue])
    /// Rows, each about one thing.
    case list(ScreenList)
    /// Rows and columns.
    case table(ScreenTable)
    /// Fields that are sent together.
    case form(ScreenForm)
    /// Something to do.
    case button(ScreenButton)
    /// A way on; following it is the route, without the board being asked.
    case link(ScreenText, route: Route)
    /// Groups of elements of which one is shown, by its id.
    case tabs([ScreenTab], selected: String)
    /// Elements that belong together, under a title.
    case section(ScreenText, elements: [ScreenElement])
    /// How far something is, from 0 to 1; nil where nobody knows.
    case progress(ScreenText, fraction: Double?)
    /// Says that there is nothing here, and what to do.
    case emptyState(ScreenText, detail: ScreenText?)
    /// A picture. The accessible name says what it shows; an empty one that it is decoration.
    case image(ScreenImage)
    /// Points on the earth.
    case map(ScreenMap)
    /// Times to choose from, by day.
    case slots(ScreenSlots)
    /// Series of points.
    case chart(ScreenChart)
    /// An element of a newer vertical, which is shown by the element's fallback.
    case unknown(Unrecognized)
}

/// One change of a screen that was sent before.
public enum ScreenChange: Hashable, Sendable {
    /// The element with this one's id is this one now.
    case replaced(ScreenElement)
    /// The element with this id is gone, with all that is in it.
    case removed(String)
    /// An element is new: behind the one with the id `after`, or first; in the section or tab with the id `inside`, or at top level.
    case inserted(ScreenElement, after: String?, inside: String?)
    /// The screen's title is this one now.
    case titled(ScreenText)
    /// A shell that gets one activates the board again, and begins with the whole screen.
    case unknown(Unrecognized)
}

/// What a person did, sent to the board.
public struct ScreenAction: Hashable, Sendable {
    /// The id of the element, or of the alert, that the person did it with; of the field for what was entered or uploaded.
    public let element: String
    /// What the person did.
    public let event: ScreenEvent

    /// Something that a person did with an element.
    public init(_ element: String, _ event: ScreenEvent) {
        self.element = element
        self.event = event
    }
}

/// What a person did with an element.
public enum ScreenEvent: Hashable, Sendable {
    /// Pressed a button, and confirmed where it asks.
    case pressed
    /// Chose the row, tab, point, slot, or alert's answer with this id.
    case chosen(String)
    /// Changed one field of a form that asks to be told at once.
    case entered(ScreenValue)
    /// Sent a form: the values of its fields by their ids, but for files, which are uploaded.
    case submitted([String: ScreenValue])
    /// Asks for what follows in a list or table, by its cursor.
    case more(cursor: String)
    /// Uploads a file into a file field: its head, its pieces in order, its end.
    case upload(ScreenUpload)
    /// Pointed at a place of a map: degrees north and east, WGS 84.
    case located(latitude: Double, longitude: Double)
    /// No provider ever sees one: a command that it does not know is refused.
    case unknown(Unrecognized)
}

/// A piece of a file that is uploaded. One field takes one file at a time.
public enum ScreenUpload: Hashable, Sendable {
    /// The file's name, its media type as the browser gives it, and its bytes where they are known before.
    case began(name: String, mediaType: String, size: Int?)
    /// The next bytes.
    case chunk([UInt8])
    /// All bytes have come.
    case ended
    /// The rest does not come: the person stopped it, or is gone.
    case abandoned
    /// No provider ever sees one.
    case unknown(Unrecognized)
}

/// The value of a field.
public enum ScreenValue: Hashable, Sendable {
    /// What was written, into a text or password field.
    case text(String)
    /// A number; nil for an empty field.
    case number(Double?)
    /// A day; nil for an empty field.
    case day(ScreenDay?)
    /// A time of the day; nil for an empty field.
    case time(ScreenTime?)
    /// The ids of the chosen options.
    case options([String])
    /// Whether a toggle is on.
    case toggle(Bool)
    /// No provider ever sees one.
    case unknown(Unrecognized)
}

/// A typed "this happened", or "go there": a DTO of the vertical, carried by the platform.
///
/// The vertical declares the DTO in its InOut file, so that its lock keeps it compatible.
public struct Route: Hashable, Sendable {
    /// The DTO's name as the vertical's contract has it: `AppointmentListRoute`.
    public let name: String
    /// The DTO in the wire's encoding.
    public let value: [UInt8]

    /// A route that is encoded already.
    public init(name: String, value: [UInt8]) {
        self.name = name
        self.value = value
    }
}

/// Something to tell a person at once. The answer is an action on the alert's id: ``ScreenEvent/chosen(_:)`` with the choice's id.
public struct Alert: Hashable, Sendable {
    /// Names the alert in the answer.
    public let id: String
    /// What it is about; nil where the message says it all.
    public let title: ScreenText?
    /// What is to be told.
    public let message: ScreenText
    /// The answers. Without one a shell offers to close the alert, and answers nothing.
    public let choices: [AlertChoice]

    /// An alert; one that only tells has no choices.
    public init(id: String, title: ScreenText? = nil, message: ScreenText, choices: [AlertChoice] = []) {
        self.id = id
        self.title = title
        self.message = message
        self.choices = choices
    }
}

/// One answer to an alert.
public struct AlertChoice: Hashable, Sendable {
    /// Names the answer.
    public let id: String
    /// What stands on its button.
    public let title: ScreenText
    /// How the button looks.
    public let style: ScreenButtonStyle

    /// An answer with what stands on its button.
    public init(id: String, title: ScreenText, style: ScreenButtonStyle = .plain) {
        self.id = id
        self.title = title
        self.style = style
    }
}
