extension Template {
    static let form: Template = Template(
        """
        <div id="{{{id}}}" class="filling" role="group" aria-label="{{{name}}}">{{{summary}}}\
        <form id="{{{form}}}" class="fields" method="post" action="{{{address}}}"{{#hasFile}} enctype="multipart/form-data"{{/hasFile}}>\
        <input type="hidden" name="token" value="{{{token}}}"><input type="hidden" name="element" value="{{{element}}}">\
        <input type="hidden" name="event" value="submitted">{{{fields}}}\
        <div class="buttons"><button id="{{{button}}}" class="button primary">{{{submit}}}</button></div></form></div>
        """)

    /// What is wrong, above a form.
    static let errorSummary: Template = Template(
        """
        <div id="{{{id}}}" class="problem" role="alert" tabindex="-1"><h{{{level}}}>{{{title}}}</h{{{level}}}>{{#error}}<p>{{{.}}}</p>{{/error}}\
        {{#hasFields}}<ul>{{#fields}}<li><a href="{{{address}}}">{{{text}}}</a></li>{{/fields}}</ul>{{/hasFields}}</div>
        """)

    static let field: Template = Template(
        """
        <div class="field{{#isWrong}} wrong{{/isWrong}}"><label for="{{{id}}}">{{{label}}}{{#optional}} <span class="optional">{{{.}}}</span>{{/optional}}</label>\
        \(notes){{{control}}}</div>
        """)

    static let fieldGroup: Template = Template(
        """
        <fieldset class="field{{#isWrong}} wrong{{/isWrong}}" id="{{{id}}}"{{#described}} aria-describedby="{{{.}}}"{{/described}}>\
        <legend>{{{label}}}{{#optional}} <span class="optional">{{{.}}}</span>{{/optional}}</legend>\(notes){{{control}}}</fieldset>
        """)

    static let toggleField: Template = Template(
        """
        <div class="field{{#isWrong}} wrong{{/isWrong}}"><div class="option">{{{control}}}<label for="{{{id}}}">{{{label}}}</label></div>\(notes)</div>
        """)

    static let input: Template = Template(
        """
        {{#unit}}<div class="with-unit">{{/unit}}<input id="{{{id}}}" name="{{{field}}}" type="{{{type}}}" value="{{{value}}}" dir="auto"\
        {{#autocomplete}} autocomplete="{{{.}}}"{{/autocomplete}}{{#isNumber}} step="any" inputmode="decimal"{{/isNumber}}\
        {{#least}} min="{{{.}}}"{{/least}}{{#most}} max="{{{.}}}"{{/most}}\(attributes)>{{#unit}}<span class="unit">{{{.}}}</span></div>{{/unit}}
        """)

    /// The line feed behind the tag is one that browsers leave out, so that one at the beginning of the text stays.
    static let multiline: Template = Template(
        """
        <textarea id="{{{id}}}" name="{{{field}}}" rows="5" dir="auto"\(attributes)>
        {{{value}}}</textarea>
        """)

    static let select: Template = Template(
        """
        <select id="{{{id}}}" name="{{{field}}}"\(attributes)><option value="">{{{none}}}</option>{{#options}}\
        <option value="{{{value}}}"{{#isChosen}} selected{{/isChosen}}>{{{plain}}}</option>{{/options}}</select>
        """)

    static let options: Template = Template(
        """
        {{#isSeveral}}<input type="hidden" name="{{{shown}}}" value="on">{{/isSeveral}}<div class="options">{{#options}}<div class="option">\
        <input id="{{{id}}}" name="{{{field}}}" type="{{{type}}}" value="{{{value}}}"{{#isChosen}} checked{{/isChosen}}{{#isRequired}} required{{/isRequired}}\
        {{#isLive}} data-live="{{{elementID}}}"{{/isLive}}><label for="{{{id}}}">{{{title}}}</label></div>{{/options}}</div>
        """)

    static let toggle: Template = Template(
        """
        <input type="hidden" name="{{{shown}}}" value="on"><input id="{{{id}}}" name="{{{field}}}" type="checkbox" role="switch" value="on"\
        {{#isOn}} checked{{/isOn}}{{#described}} aria-describedby="{{{.}}}"{{/described}}{{#isWrong}} aria-invalid="true"{{/isWrong}}\
        {{#isLive}} data-live="{{{elementID}}}"{{/isLive}}>
        """)

    static let file: Template = Template(
        """
        <input id="{{{id}}}" name="{{{field}}}" type="file" data-most="{{{most}}}" data-too-large="{{{tooLarge}}}"{{#types}} accept="{{{.}}}"{{/types}}\(attributes)>
        """)

    static let unknownInput: Template = Template(
        """
        <input id="{{{id}}}" type="text" disabled>
        """)

    /// What every control has, behind its name and id.
    private static let attributes: String =
        "{{#described}} aria-describedby=\"{{{.}}}\"{{/described}}{{#isWrong}} aria-invalid=\"true\"{{/isWrong}}"
        + "{{#isRequired}} required{{/isRequired}}{{#isLive}} data-live=\"{{{elementID}}}\"{{/isLive}}"

    /// What is said about a field, above its control.
    private static let notes: String =
        """
        {{#hint}}<p class="hint" id="{{{hintID}}}">{{{.}}}</p>{{/hint}}\
        {{#error}}<p class="error" id="{{{errorID}}}"><span class="hidden">{{{errorWord}}} </span>{{{.}}}</p>{{/error}}
        """
}
