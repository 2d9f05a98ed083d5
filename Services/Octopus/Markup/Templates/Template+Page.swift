extension Template {
    static let document: Template = Template(
        """
        <!DOCTYPE html>
        <html lang="{{{language}}}" dir="{{{direction}}}">
        <head>
        <meta charset="utf-8">
        <title>{{{title}}}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="same-origin">
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="{{{style}}}">
        <script src="{{{script}}}" defer></script>
        </head>
        <body{{#events}} data-events="{{{.}}}"{{/events}} data-lost="{{{lost}}}" data-not-sent="{{{notSent}}}" data-sending="{{{sending}}}">
        <div id="under"{{#isCovered}} inert{{/isCovered}}>
        <a class="skip" href="#main">{{{skip}}}</a>
        {{{header}}}
        <main id="main" tabindex="-1">
        {{#heading}}<h1 class="page-title">{{{.}}}</h1>{{/heading}}
        {{{tiles}}}
        </main>
        <footer><p>{{{application}}}</p></footer>
        </div>
        {{{modal}}}
        {{{alerts}}}
        <p id="status" role="status"></p>
        </body>
        </html>
        """)

    static let header: Template = Template(
        """
        <header><a class="brand" href="/"><span class="logo" aria-hidden="true"></span>{{{application}}}</a>\
        {{#hasLinks}}<nav aria-label="{{{navigation}}}"><ul>{{#links}}<li><a href="{{{path}}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>\
        {{{title}}}</a></li>{{/links}}</ul></nav>{{/hasLinks}}\
        {{#signedIn}}<div class="visitor"><span>{{{.}}}</span>{{{signOut}}}</div>{{/signedIn}}</header>
        """)

    static let pageForm: Template = Template(
        """
        <form class="press" method="post" action="{{{address}}}"><input type="hidden" name="token" value="{{{token}}}">\
        {{#screen}}<input type="hidden" name="screen" value="{{{.}}}">{{/screen}}<button class="{{{class}}}">{{{text}}}</button></form>
        """)

    static let tiles: Template = Template(
        """
        <div id="{{{id}}}" class="tiles{{#isSeveral}} several{{/isSeveral}}">{{{tiles}}}</div>
        """)

    static let tile: Template = Template(
        """
        <article id="{{{id}}}" class="tile"{{#isBusy}} aria-busy="true"{{/isBusy}} aria-labelledby="{{{id}}}.title">\
        <div class="tile-head">{{{back}}}{{{heading}}}{{{dismiss}}}</div><div id="{{{inside}}}" class="stack">{{{body}}}</div></article>
        """)

    static let tileHeading: Template = Template(
        """
        <h{{{level}}} id="{{{id}}}" class="tile-title"{{#isModal}} tabindex="-1" autofocus{{/isModal}}>{{{title}}}</h{{{level}}}>
        """)

    static let loading: Template = Template(
        """
        <div class="progress"><label for="{{{id}}}">{{{text}}}</label><progress id="{{{id}}}"></progress></div>
        """)

    static let failure: Template = Template(
        """
        <div class="failed" role="status"><p>{{{message}}}</p>{{#report}}<p class="report">{{{.}}}</p>{{/report}}{{{retry}}}</div>
        """)

    static let modal: Template = Template(
        """
        <div id="{{{id}}}"{{#isCovered}} inert{{/isCovered}}>{{#tile}}<div class="over" role="dialog" aria-modal="true" aria-labelledby="{{{heading}}}">\
        {{{tile}}}</div>{{/tile}}</div>
        """)

    static let noAlert: Template = Template("<div id=\"{{{id}}}\"></div>")

    /// A form in a dialog: the answers are its buttons.
    static let alert: Template = Template(
        """
        <div id="{{{id}}}"><div class="over" role="alertdialog" aria-modal="true" aria-labelledby="{{{titleID}}}" aria-describedby="alert-message">\
        <form class="alert" method="post" action="{{{address}}}" tabindex="-1" autofocus><input type="hidden" name="token" value="{{{token}}}">\
        <input type="hidden" name="element" value="{{{element}}}"><input type="hidden" name="event" value="{{{event}}}">\
        {{#title}}<h2 id="alert-title">{{{.}}}</h2>{{/title}}<p id="alert-message">{{{message}}}</p><div class="buttons">\
        {{#choices}}<button class="button {{{look}}}" name="value" value="{{{value}}}">{{{title}}}</button>{{/choices}}\
        {{#close}}<button class="button primary">{{{.}}}</button>{{/close}}</div></form></div></div>
        """)
}
