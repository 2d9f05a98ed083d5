extension Template {
    static let heading: Template = Template(
        """
        <h{{{level}}} id="{{{id}}}">{{{text}}}</h{{{level}}}>
        """)

    static let text: Template = Template(
        """
        <p id="{{{id}}}" class="text">{{{text}}}</p>
        """)

    static let notice: Template = Template(
        """
        <div id="{{{id}}}" class="notice {{{class}}}" role="{{{role}}}"><span class="mark" aria-hidden="true">{{{mark}}}</span>\
        <p><span class="hidden">{{{word}}} </span>{{{text}}}</p></div>
        """)

    static let keyValues: Template = Template(
        """
        <div id="{{{id}}}" class="facts" role="group" aria-label="{{{name}}}">\
        {{^values}}<p class="nothing">{{{nothing}}}</p>{{/values}}\
        {{#hasValues}}<dl>{{#values}}<div><dt>{{{key}}}</dt><dd>{{{value}}}</dd></div>{{/values}}</dl>{{/hasValues}}</div>
        """)

    static let progress: Template = Template(
        """
        <div id="{{{id}}}" class="progress"><label for="{{{bar}}}">{{{text}}}</label>\
        {{#percent}}<span class="percent" aria-hidden="true">{{{.}}}</span>{{/percent}}\
        <progress id="{{{bar}}}" max="1000"{{#fraction}} value="{{{.}}}"{{/fraction}}>{{{percent}}}</progress></div>
        """)

    static let emptyState: Template = Template(
        """
        <div id="{{{id}}}" class="empty"><p class="what">{{{text}}}</p>{{#detail}}<p>{{{.}}}</p>{{/detail}}</div>
        """)

    static let image: Template = Template(
        """
        <img id="{{{id}}}" class="picture" src="{{{source}}}" alt="{{{name}}}">
        """)

    /// Elements that belong together without a heading of their own.
    static let group: Template = Template(
        """
        <div id="{{{id}}}" class="{{{class}}}" role="group" aria-label="{{{name}}}">{{{body}}}{{{after}}}</div>
        """)

    static let plain: Template = Template(
        """
        <div id="{{{id}}}" class="{{{class}}}">{{{body}}}</div>
        """)

    static let rows: Template = Template(
        """
        {{^rows}}<p class="nothing">{{{nothing}}}</p>{{/rows}}\
        {{#hasRows}}<ul class="rows">{{#rows}}<li>\
        {{#isWhole}}<button class="row" name="value" value="{{{value}}}">{{{text}}}<span class="go" aria-hidden="true"></span></button>{{/isWhole}}\
        {{#isPlain}}<div class="row">{{{text}}}</div>{{/isPlain}}\
        {{#action}}<div class="row">{{{text}}}<button id="{{{button}}}" class="button plain small" name="value" value="{{{value}}}" \
        aria-labelledby="{{{button}}} {{{title}}}">{{{action}}}</button></div>{{/action}}\
        </li>{{/rows}}</ul>{{/hasRows}}
        """)

    static let row: Template = Template(
        """
        {{#number}}<span class="number" aria-hidden="true">{{{.}}}</span>{{/number}}<span class="about"><span class="title" id="{{{id}}}">{{{title}}}</span>{{#detail}} <span class="detail">{{{.}}}</span>{{/detail}}</span>\
        {{#badge}} <span class="badge">{{{.}}}</span>{{/badge}}
        """)

    static let table: Template = Template(
        """
        <div id="{{{id}}}" class="scroll" role="region" tabindex="0" aria-label="{{{name}}}"><table><caption class="hidden">{{{name}}}</caption>\
        <thead><tr>{{#columns}}<th scope="col">{{{text}}}</th>{{/columns}}</tr></thead>\
        <tbody>{{#rows}}<tr><th scope="row">{{#isChoosable}}<button class="as-link" name="value" value="{{{value}}}">{{{first}}}\
        {{^first}}{{{choose}}}{{/first}}</button>{{/isChoosable}}{{^isChoosable}}{{{first}}}{{/isChoosable}}</th>\
        {{#cells}}<td>{{{text}}}</td>{{/cells}}</tr>{{/rows}}</tbody></table>{{#nothing}}<p class="nothing">{{{.}}}</p>{{/nothing}}</div>
        """)
}
