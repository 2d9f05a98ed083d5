extension Template {
    static let details: Template = Template(
        """
        <details id="{{{id}}}" class="more-about"><summary>{{{title}}}</summary>{{{body}}}</details>
        """)

    static let map: Template = Template(
        """
        <div id="{{{id}}}" class="map" role="group" aria-label="{{{name}}}">{{{drawing}}}{{{points}}}{{{locate}}}</div>
        """)

    static let mapImage: Template = Template(
        """
        <img class="picture" src="{{{source}}}" alt="{{{name}}}">
        """)

    static let mapDrawing: Template = Template(
        """
        <svg class="drawing{{#isLocatable}} locatable{{/isLocatable}}" viewBox="0 0 {{{width}}} {{{height}}}" role="img" aria-label="{{{name}}}" \
        data-west="{{{west}}}" data-east="{{{east}}}" data-south="{{{south}}}" data-north="{{{north}}}">\
        <rect class="land" width="{{{width}}}" height="{{{height}}}"/>\
        {{#meridians}}<line class="grid" x1="{{{at}}}" x2="{{{at}}}" y1="0" y2="100%"/><text x="{{{at}}}" y="14" dx="4">{{{degrees}}}</text>{{/meridians}}\
        {{#parallels}}<line class="grid" y1="{{{at}}}" y2="{{{at}}}" x1="0" x2="100%"/><text x="4" y="{{{at}}}" dy="-4">{{{degrees}}}</text>{{/parallels}}\
        {{#pins}}<g class="pin{{#isSelected}} selected{{/isSelected}}" data-value="{{{value}}}"><title>{{{title}}}</title>\
        <circle cx="{{{x}}}" cy="{{{y}}}" r="13"/><text x="{{{x}}}" y="{{{y}}}" dy="5" text-anchor="middle">{{{number}}}</text></g>{{/pins}}\
        <path class="scale" d="M12 304v6H{{{scaleEnd}}}v-6" fill="none"/><text x="12" y="298">{{{distance}}}</text></svg>
        """)

    static let mapPoints: Template = Template(
        """
        <ol class="pins">{{#points}}<li><button class="pin-row" name="value" value="{{{value}}}"{{#isSelected}} aria-current="true"{{/isSelected}}>\
        <span class="number" aria-hidden="true">{{{number}}}</span><span>{{{title}}}</span></button></li>{{/points}}</ol>
        """)

    static let locate: Template = Template(
        """
        <div class="pair"><div class="field"><label for="{{{north}}}">{{{northWord}}}</label>\
        <input id="{{{north}}}" name="latitude" type="number" step="any" min="-90" max="90" required></div>\
        <div class="field"><label for="{{{east}}}">{{{eastWord}}}</label>\
        <input id="{{{east}}}" name="longitude" type="number" step="any" min="-180" max="180" required></div></div>\
        <button class="button plain">{{{submit}}}</button>
        """)

    static let slots: Template = Template(
        """
        <div id="{{{id}}}" class="slots" role="group" aria-label="{{{name}}}"><div class="bar">{{{earlier}}}<p class="zone">{{{zone}}}</p>{{{later}}}</div>\
        {{{days}}}</div>
        """)

    static let days: Template = Template(
        """
        <div class="days">{{#days}}<div class="day" role="group" aria-labelledby="{{{id}}}"><p class="name" id="{{{id}}}">\
        <span class="weekday">{{{weekday}}}</span> <span>{{{day}}}</span></p>{{#none}}<p class="nothing">{{{.}}}</p>{{/none}}\
        {{#hasSlots}}<ul>{{#slots}}<li>{{#isFree}}<button class="slot" name="value" value="{{{value}}}"{{#isSelected}} aria-pressed="true"{{/isSelected}}>\
        <span class="time">{{{time}}}</span>{{#detail}} <span class="detail">{{{.}}}</span>{{/detail}}</button>{{/isFree}}\
        {{^isFree}}<p class="slot taken"><s class="time">{{{time}}}</s> <span class="detail">{{{taken}}}</span></p>{{/isFree}}</li>{{/slots}}</ul>{{/hasSlots}}\
        </div>{{/days}}</div>
        """)

    static let chart: Template = Template(
        """
        <div id="{{{id}}}" class="chart" role="group" aria-label="{{{name}}}">{{#unit}}<p class="axis"><bdi>{{{.}}}</bdi></p>{{/unit}}{{{drawing}}}\
        <ul class="legend">{{#legend}}<li><svg viewBox="0 0 32 12" aria-hidden="true"><g class="{{{look}}}"><line x1="1" x2="31" y1="6" y2="6" \
        {{#dash}}stroke-dasharray="{{{.}}}"{{/dash}}/></g></svg><span>{{{title}}}</span></li>{{/legend}}</ul>{{{table}}}</div>
        """)

    static let chartDrawing: Template = Template(
        """
        <svg class="drawing" viewBox="0 0 {{{width}}} {{{height}}}" role="img" aria-label="{{{name}}}">\
        {{#lines}}<line class="grid" x1="{{{left}}}" x2="{{{right}}}" y1="{{{y}}}" y2="{{{y}}}"/>\
        <text x="{{{labels}}}" y="{{{y}}}" dy="4" text-anchor="end">{{{label}}}</text>{{/lines}}\
        {{#moments}}<text x="{{{x}}}" y="{{{below}}}" text-anchor="{{{anchor}}}">{{{label}}}</text>{{/moments}}\
        {{#series}}<g class="{{{look}}}"><polyline fill="none" points="{{{line}}}"{{#dash}} stroke-dasharray="{{{.}}}"{{/dash}}/>\
        {{#points}}<circle cx="{{{x}}}" cy="{{{y}}}" r="3.5"/>{{/points}}</g>{{/series}}</svg>
        """)
}
