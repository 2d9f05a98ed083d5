extension Asset {
    /// What is read.
    static let texts: String = """
        .text { white-space: pre-line; max-inline-size: 68ch; }
        .nothing, .hint, .optional, .zone, .axis { color: var(--soft); }
        .notice { display: flex; gap: .75rem; padding: .75rem 1rem; border-radius: var(--small); background: var(--wash); }
        .notice p { white-space: pre-line; min-inline-size: 0; }
        .mark { flex: none; inline-size: 1.5rem; block-size: 1.5rem; display: grid; place-items: center; border-radius: 50%; font-weight: 700;
        font-size: .875rem; background: var(--key); color: var(--face); }
        .notice.success { background: var(--good-wash); } .success > .mark { background: var(--good); }
        .notice.warning { background: var(--warn-wash); } .warning > .mark { background: var(--warn); }
        .notice.failure { background: var(--bad-wash); } .failure > .mark { background: var(--bad); }
        .facts dl > div { display: grid; grid-template-columns: minmax(8rem, 2fr) minmax(0, 5fr); gap: .125rem 1.25rem; padding-block: .5rem;
        border-block-end: 1px solid var(--line); }
        .facts dl > div:last-child { border: 0; }
        .facts dt { color: var(--soft); } .facts dd { white-space: pre-line; }
        .rows { border: 1px solid var(--line); border-radius: var(--small); overflow: hidden; }
        .rows > li + li { border-block-start: 1px solid var(--line); }
        .row { display: flex; align-items: center; gap: .5rem 1rem; inline-size: 100%; min-block-size: 3.25rem; padding: .625rem 1rem; font: inherit;
        color: inherit; text-align: start; background: none; border: 0; }
        .about { flex: 1; min-inline-size: 0; display: grid; }
        .row .title { font-weight: 550; } .detail { color: var(--soft); font-size: .9375rem; }
        .badge { flex: none; max-inline-size: 40%; padding: .125rem .625rem; border-radius: 1rem; background: var(--wash); color: var(--key); font-size: .875rem;
        font-weight: 600; }
        button.row { cursor: pointer; }
        button.row:hover { background: var(--sunk); }
        .rows :focus-visible { outline-offset: -4px; box-shadow: inset 0 0 0 2px var(--text); }
        .go { flex: none; inline-size: .5rem; block-size: .5rem; border: solid var(--edge); border-width: 2px 0 0; border-inline-end-width: 2px;
        rotate: 45deg; }
        [dir=rtl] .go { rotate: -45deg; }
        .more { margin-block-start: .75rem; }
        .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: var(--small); }
        table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .625rem 1rem; text-align: start; vertical-align: top; }
        thead th { color: var(--soft); font-size: .875rem; font-weight: 600; background: var(--sunk); }
        td time { white-space: nowrap; } tbody th { font-weight: 550; } tbody tr { border-block-start: 1px solid var(--line); }
        .scroll .nothing { padding: .625rem 1rem; }
        .progress { display: grid; grid-template-columns: 1fr auto; gap: .375rem 1rem; }
        .progress progress { grid-column: 1 / -1; } .percent { color: var(--soft); font-variant-numeric: tabular-nums; }
        progress { inline-size: 100%; block-size: .5rem; appearance: none; border: 0; border-radius: 1rem; overflow: hidden; background: var(--line); }
        progress::-webkit-progress-bar { background: var(--line); }
        progress::-webkit-progress-value { background: var(--key); border-radius: 1rem; }
        progress::-moz-progress-bar { background: var(--key); }
        progress:indeterminate { background: linear-gradient(90deg, var(--line) 30%, var(--key) 50%, var(--line) 70%) 0/300% 100%;
        animation: wait 2s linear infinite; }
        progress:indeterminate::-webkit-progress-bar { background: none; } progress:indeterminate::-moz-progress-bar { background: none; }
        @keyframes wait { from { background-position: 120% 0; } to { background-position: -20% 0; } }
        .empty { padding: 2rem 1rem; text-align: center; color: var(--soft); border: 1px dashed var(--line); border-radius: var(--small); }
        .empty .what { color: var(--text); font-weight: 600; }
        .picture { display: block; max-inline-size: 100%; block-size: auto; border-radius: var(--small); }
        .section > .stack { margin-block-start: .75rem; }
        .stack > .section { padding-block-start: 1.125rem; border-block-start: 1px solid var(--line); }
        .stack > .section:first-child { padding-block-start: 0; border: 0; }
        """

    /// What is filled in and pressed. Everything that is pressed is at least 44 pixels high.
    static let controls: String = """
        .button { display: inline-flex; align-items: center; justify-content: center; min-block-size: 2.75rem; max-inline-size: 100%; padding: .5rem 1.125rem;
        font: inherit; font-weight: 600; line-height: 1.25; text-align: center; cursor: pointer; border: 1px solid var(--edge); border-radius: var(--small);
        background: var(--face); color: var(--text); }
        .button:hover { background: var(--sunk); }
        .button.primary { background: var(--key); border-color: var(--key); color: var(--on-key); }
        .button.primary:hover { background: var(--key-dark); }
        .button.destructive { border-color: var(--bad); color: var(--bad); }
        summary.button.destructive:hover, button.button.destructive { background: var(--bad); color: var(--on-bad); }
        button.button.destructive:hover { background: var(--bad-dark); }
        .button.quiet { padding-inline: .625rem; border-color: transparent; background: none; color: var(--key); }
        .button.quiet:hover { background: var(--sunk); }
        .button.small { flex: none; }
        .button:disabled { cursor: not-allowed; color: var(--soft); background: var(--sunk); border: 1px dashed var(--edge); }
        .back::before { content: ""; inline-size: .5rem; block-size: .5rem; margin-inline-end: .375rem; border: solid currentColor; border-width: 0 0 2px;
        border-inline-start-width: 2px; rotate: 45deg; }
        [dir=rtl] .back::before { rotate: -45deg; }
        .as-link { display: inline; min-block-size: 1.75rem; padding: 0; font: inherit; text-align: start; color: var(--key); text-decoration: underline;
        text-underline-offset: .2em; background: none; border: 0; cursor: pointer; }
        .linking .as-link { min-block-size: 2.75rem; font-weight: 550; }
        .as-link:hover { color: var(--key-dark); text-decoration-thickness: 2px; }
        summary { cursor: pointer; }
        .confirming summary { list-style: none; } .confirming summary::-webkit-details-marker { display: none; }
        .question { display: grid; gap: .75rem; margin-block-start: .75rem; padding: 1rem; background: var(--sunk); border-radius: var(--small); }
        dialog .question { margin: 0; padding: 0; background: none; }
        dialog .question .button { inline-size: 100%; }
        .more-about summary { display: list-item; min-block-size: 2.75rem; padding-block: .625rem; color: var(--key); font-weight: 550; }
        .filling { display: grid; gap: 1.125rem; grid-template-columns: minmax(0, 1fr); }
        .fields { display: grid; gap: 1.125rem; grid-template-columns: minmax(0, 1fr); }
        .field { display: grid; gap: .25rem; grid-template-columns: minmax(0, 1fr); max-inline-size: 34rem; }
        .field > label, legend { font-weight: 600; padding: 0; }
        /* Only then a legend lies inside its fieldset, as other things do. */
        legend { float: inline-start; }
        .optional { font-weight: 400; }
        .hint { font-size: .9375rem; }
        .error { color: var(--bad); font-weight: 600; }
        .wrong { padding-inline-start: .875rem; border-inline-start: 4px solid var(--bad); }
        input, select, textarea { inline-size: 100%; min-block-size: 2.75rem; padding: .5rem .75rem; font: inherit; color: var(--text); background: var(--face);
        border: 1px solid var(--edge); border-radius: var(--small); }
        [dir=rtl] input, [dir=rtl] textarea { text-align: right; }
        textarea { min-block-size: 8rem; resize: vertical; }
        [type=number], [type=date], [type=time] { max-inline-size: 14rem; }
        [aria-invalid=true], .wrong input { border-color: var(--bad); border-width: 2px; }
        input:disabled { background: var(--sunk); border-style: dashed; }
        .with-unit { display: flex; align-items: center; gap: .625rem; } .unit { color: var(--soft); }
        .options { display: grid; gap: .25rem 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr)); }
        .option { display: flex; align-items: center; gap: .75rem; min-block-size: 2.75rem; }
        .option label { flex: 1; padding-block: .5rem; cursor: pointer; min-inline-size: 0; }
        [type=checkbox], [type=radio] { flex: none; inline-size: 1.5rem; min-block-size: 1.5rem; block-size: 1.5rem; margin: 0; accent-color: var(--key); }
        [role=switch] { appearance: none; position: relative; inline-size: 2.75rem; padding: 0; border-radius: 1rem; background: var(--sunk); cursor: pointer; }
        [role=switch]::after { content: ""; position: absolute; inset-block-start: 3px; inset-inline-start: 3px; inline-size: 1rem; block-size: 1rem;
        border-radius: 50%; background: var(--edge); transition: inset-inline-start .15s; }
        [role=switch]:checked { background: var(--key); border-color: var(--key); }
        [role=switch]:checked::after { inset-inline-start: calc(100% - 1.1875rem); background: var(--on-key); }
        [type=file] { padding: .625rem; border-style: dashed; background: var(--sunk); }
        .problem { padding: 1rem 1.25rem; border: 3px solid var(--bad); border-radius: var(--small); display: grid; gap: .5rem; }
        .problem a { color: var(--bad); font-weight: 600; }
        .buttons { display: flex; flex-wrap: wrap; gap: .625rem; }
        .tab-list { display: flex; flex-wrap: wrap; gap: .25rem; border-block-end: 1px solid var(--line); }
        .tab { min-block-size: 2.75rem; padding: .5rem .875rem; font: inherit; font-weight: 550; color: var(--soft); background: none; border: 0;
        border-block-end: 3px solid transparent; cursor: pointer; }
        .tab:hover { color: var(--text); background: var(--sunk); }
        .tab[aria-current] { color: var(--key); border-color: var(--key); }
        .panel { padding-block-start: 1.125rem; }
        [data-busy] button { opacity: .6; cursor: progress; }
        """

    /// Maps, slots and charts, and where pages are shown in another way.
    static let drawings: String = """
        .drawing { display: block; inline-size: 100%; block-size: auto; max-inline-size: 52rem; direction: ltr; }
        .drawing text { fill: var(--soft); font-size: 12px; }
        .drawing .grid { stroke: var(--line); }
        .map { display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr); }
        .map .drawing { border: 1px solid var(--line); border-radius: var(--small); }
        .land { fill: var(--sunk); } .locatable { cursor: crosshair; }
        .scale { stroke: var(--text); stroke-width: 2; }
        .pin { cursor: pointer; } .pin circle { fill: var(--face); stroke: var(--key); stroke-width: 2.5; }
        .drawing .pin text { fill: var(--key); font-weight: 700; font-size: 13px; }
        .pin.selected circle { fill: var(--key); } .drawing .pin.selected text { fill: var(--on-key); }
        .pins { display: grid; gap: .25rem; }
        .pin-row { display: flex; align-items: center; gap: .75rem; inline-size: 100%; min-block-size: 2.75rem; padding: .375rem .75rem; font: inherit;
        color: inherit; text-align: start; background: none; border: 1px solid transparent; border-radius: var(--small); cursor: pointer; }
        .pin-row:hover { background: var(--sunk); }
        .number { flex: none; inline-size: 1.75rem; block-size: 1.75rem; display: grid; place-items: center; border: 2px solid var(--key); border-radius: 50%;
        color: var(--key); font-weight: 700; font-size: .875rem; }
        .pin-row[aria-current] { background: var(--wash); border-color: var(--key); font-weight: 600; }
        .pin-row[aria-current] .number { background: var(--key); color: var(--on-key); }
        .pair { display: flex; flex-wrap: wrap; gap: .75rem 1rem; margin-block-end: .75rem; }
        .slots { display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr); }
        .bar { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; } .bar .more { margin: 0; }
        .zone { flex: 1; font-size: .9375rem; }
        .days { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); }
        .day { border: 1px solid var(--line); border-radius: var(--small); padding: .625rem; min-inline-size: 0; }
        .day .name { display: grid; margin-block-end: .5rem; font-weight: 600; } .weekday { color: var(--soft); font-size: .875rem; }
        .day ul { display: grid; gap: .375rem; }
        .slot { inline-size: 100%; min-block-size: 2.75rem; padding: .375rem .5rem; font: inherit; font-variant-numeric: tabular-nums; text-align: center;
        color: var(--key); background: var(--wash); border: 1px solid transparent; border-radius: var(--small); cursor: pointer; display: grid;
        align-content: center; }
        .slot .time { font-weight: 650; } .slot .detail { font-size: .8125rem; color: inherit; }
        .slot:hover { border-color: var(--key); }
        .slot[aria-pressed] { background: var(--key); color: var(--on-key); }
        .slot.taken { color: var(--soft); background: none; border: 1px dashed var(--line); cursor: auto; } .slot.taken .time { font-weight: 400; }
        .chart { display: grid; gap: .375rem; grid-template-columns: minmax(0, 1fr); }
        .axis { font-size: .875rem; }
        .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; } .legend li { display: flex; align-items: center; gap: .5rem; }
        .legend svg { inline-size: 2rem; block-size: .75rem; flex: none; }
        .chart polyline, .legend line { stroke-width: 2.5; stroke-linejoin: round; }
        .s0 { stroke: var(--s0); } .s1 { stroke: var(--s1); } .s2 { stroke: var(--s2); }
        .s3 { stroke: var(--s3); } .s4 { stroke: var(--s4); } .s5 { stroke: var(--s5); }
        .chart circle { fill: var(--face); stroke-width: 2; }
        """

    static let media: String = """
        @media (max-width: 34rem) {
        .facts dl > div { grid-template-columns: minmax(0, 1fr); }
        .drawing text, .drawing .pin text { font-size: 17px; } .pin circle { r: 18px; }
        .zone { order: 1; flex: 0 0 100%; } .bar { justify-content: space-between; }
        .visitor { margin-inline-start: 0; inline-size: 100%; justify-content: space-between; }
        .buttons .button { flex: 1 1 auto; }
        .days { grid-template-columns: minmax(0, 1fr); }
        .day ul { grid-template-columns: repeat(auto-fill, minmax(5.5rem, 1fr)); }
        .day .name { display: flex; gap: .375rem; }
        .weekday { font-size: inherit; }
        }
        @media (prefers-reduced-motion: reduce) {
        *, ::before, ::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
        }
        @media (forced-colors: active) {
        .button, .slot, .badge, .tile, .pin-row { border: 1px solid; }
        .tab[aria-current], nav a[aria-current] { border-block-end: 3px solid; }
        }
        @media print {
        :root { --back: #fff; --face: #fff; --text: #000; --soft: #333; --line: #999; --shade: none; }
        header nav, .visitor form, .skip, footer, .more, .button, .locate, #status, .linking { display: none !important; }
        .over { position: static; padding: 0; background: none; }
        .tile { break-inside: auto; border: 0; padding: 0; }
        tr, li, .day, .facts dl > div { break-inside: avoid; }
        details::details-content { content-visibility: visible; block-size: auto; }
        }
        """
}
