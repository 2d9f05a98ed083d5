extension Template {
    /// A form with what every action has. Its button stands in the body.
    static let action: Template = Template(
        """
        <form id="{{{id}}}" class="{{{class}}}" method="post" action="{{{address}}}">\
        <input type="hidden" name="token" value="{{{token}}}"><input type="hidden" name="element" value="{{{element}}}">\
        <input type="hidden" name="event" value="{{{event}}}">{{{body}}}</form>
        """)

    static let button: Template = Template(
        """
        <button id="{{{id}}}" class="{{{class}}}"{{#label}} aria-label="{{{.}}}"{{/label}}{{#isOff}} disabled{{/isOff}}>{{{text}}}</button>
        """)

    static let confirmedButton: Template = Template(
        """
        <input type="hidden" name="confirmed" value="yes"><button id="{{{id}}}" class="{{{class}}}">{{{confirm}}}<span class="hidden">: {{{text}}}</span></button>
        """)

    /// Asks before a button counts: below it without scripts, in a dialog with them.
    static let confirmation: Template = Template(
        """
        <div id="{{{id}}}" class="confirming"><details id="{{{details}}}" data-confirm data-cancel="{{{cancel}}}">\
        <summary class="button {{{class}}}">{{{title}}}</summary>\
        <div class="question" role="group" aria-labelledby="{{{about}}}"><p id="{{{about}}}">{{{question}}}</p>{{{form}}}</div></details></div>
        """)

    static let linkButton: Template = Template(
        """
        <button id="{{{id}}}" class="as-link" name="value" value="{{{value}}}"{{#label}} aria-label="{{{.}}}"{{/label}}>{{{text}}}</button>
        """)

    static let valueButton: Template = Template(
        """
        <button class="{{{class}}}" name="value" value="{{{value}}}">{{{text}}}<span class="hidden">{{{hidden}}}</span></button>
        """)

    static let section: Template = Template(
        """
        <section id="{{{id}}}" class="section" aria-labelledby="{{{heading}}}"><h{{{level}}} id="{{{heading}}}">{{{title}}}</h{{{level}}}>\
        <div id="{{{inside}}}" class="stack">{{{body}}}</div></section>
        """)

    static let tabButtons: Template = Template(
        """
        {{#tabs}}<button id="{{{id}}}" class="tab" name="value" value="{{{value}}}"{{#isSelected}} aria-current="true"{{/isSelected}}>{{{title}}}</button>{{/tabs}}
        """)

    static let tabs: Template = Template(
        """
        <div id="{{{id}}}" class="tabs" role="group" aria-label="{{{name}}}">{{{buttons}}}{{#panels}}\
        <div id="{{{id}}}" class="panel" role="group" aria-labelledby="{{{tab}}}"{{#isHidden}} hidden{{/isHidden}}>\
        <div id="{{{inside}}}" class="stack">{{{body}}}</div></div>{{/panels}}</div>
        """)
}
