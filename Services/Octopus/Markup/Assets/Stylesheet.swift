extension Asset {
    /// The look of all pages, in files by what it is for.
    static let stylesheet: Asset = Asset(
        "css", mediaType: "text/css; charset=utf-8", text: [ground, frame, texts, controls, drawings, media].joined(separator: "\n"))

    /// Colours and type. Text has a contrast of at least 4.5 to what is behind it, and edges of controls 3, in both schemes.
    private static let ground: String = """
        :root {
        color-scheme: light dark;
        --back: #f3f6f7; --face: #fff; --sunk: #eef2f4; --text: #16262d; --soft: #4d5f68; --line: #d3dce1; --edge: #73868f;
        --key: #0b6670; --key-dark: #084e56; --on-key: #fff; --wash: #e0f0f1;
        --bad: #b3261e; --bad-dark: #8c1d18; --on-bad: #fff; --bad-wash: #fdecea; --good: #1b6b3a; --good-wash: #e5f4ea;
        --warn: #7a4f00; --warn-wash: #fdf3dc; --focus: #ffb000;
        --shade: 0 1px 2px #10202814, 0 4px 16px #1020280f; --round: .75rem; --small: .5rem;
        --s0: #0b6670; --s1: #b3471e; --s2: #5a4fb0; --s3: #3c6e1f; --s4: #9c2f6d; --s5: #4d5f68;
        }
        @media (prefers-color-scheme: dark) {
        :root {
        --back: #0f171b; --face: #172127; --sunk: #1f2b32; --text: #e7eff2; --soft: #a9bac3; --line: #31414a; --edge: #7d919b;
        --key: #74d2da; --key-dark: #9fe3e8; --on-key: #06272b; --wash: #1b3a3f;
        --bad: #ffb4ab; --bad-dark: #ffd0ca; --on-bad: #410a05; --bad-wash: #3a1c1a; --good: #8fdbab; --good-wash: #17331f;
        --warn: #f2c66d; --warn-wash: #362a10; --focus: #ffc845; --shade: 0 1px 2px #0006, 0 4px 16px #0004;
        --s0: #74d2da; --s1: #ffab85; --s2: #b9b0ff; --s3: #a5d982; --s4: #f5a3d0; --s5: #a9bac3;
        }
        }
        *, ::before, ::after { box-sizing: border-box; }
        html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", Ubuntu, Cantarell, "DejaVu Sans", sans-serif;
        background: var(--back); color: var(--text); text-size-adjust: 100%; -webkit-text-size-adjust: 100%; scroll-padding-block-start: 1rem; }
        body { margin: 0; overflow-wrap: break-word; }
        #under { min-block-size: 100vh; display: flex; flex-direction: column; }
        h1, h2, h3, h4, h5, h6 { margin: 0; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; text-wrap: balance; }
        :lang(ar) :is(h1, h2, h3, h4) { letter-spacing: 0; }
        h1 { font-size: 1.625rem; } h2 { font-size: 1.25rem; } h3 { font-size: 1.0625rem; } h4, h5, h6 { font-size: 1rem; }
        p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
        ul, ol { list-style: none; }
        a { color: var(--key); text-underline-offset: .2em; }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; box-shadow: 0 0 0 2px var(--text); border-radius: 4px; }
        #main:focus, [tabindex="-1"]:focus { outline: 0; box-shadow: none; }
        [hidden] { display: none !important; }
        .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        """

    /// The page: header, tiles, what lies over them, footer.
    private static let frame: String = """
        .skip { position: absolute; inset-block-start: -10rem; inset-inline-start: 1rem; z-index: 9; padding: .75rem 1rem;
        background: var(--face); border-radius: 0 0 var(--small) var(--small); }
        .skip:focus { inset-block-start: 0; }
        header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; padding: .5rem max(1rem, (100vw - 76rem) / 2);
        background: var(--face); border-block-end: 1px solid var(--line); }
        .brand { display: flex; align-items: center; gap: .625rem; min-block-size: 2.75rem; color: var(--text); font-weight: 700;
        font-size: 1.0625rem; text-decoration: none; }
        .logo { inline-size: 1.5rem; block-size: 1.5rem; border-radius: .4rem; border-inline: .375rem solid var(--key);
        background: linear-gradient(var(--key), var(--key)) center/.25rem 100% no-repeat; }
        nav ul { display: flex; flex-wrap: wrap; gap: .25rem; }
        nav a { display: flex; align-items: center; min-block-size: 2.75rem; padding: 0 .75rem; color: var(--soft); text-decoration: none;
        font-weight: 550; border-radius: var(--small); }
        nav a:hover { color: var(--text); background: var(--sunk); }
        nav a[aria-current] { color: var(--key); background: var(--wash); }
        .visitor { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; margin-inline-start: auto; color: var(--soft);
        font-size: .9375rem; }
        main { flex: 1; inline-size: 100%; max-inline-size: 78rem; margin-inline: auto; padding: 1.5rem 1rem 3rem; }
        .page-title { margin-block-end: 1.25rem; }
        .tiles { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); max-inline-size: 52rem; margin-inline: auto; }
        .tiles.several { max-inline-size: none; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); align-items: start; }
        /* Side by side, a short tile has the next one right under it, and not under the longer one beside it. */
        @media (min-width: 58rem) { .tiles.several > .tile:nth-child(2) { grid-row: span 2; } }
        .tile { background: var(--face); border: 1px solid var(--line); border-radius: var(--round); box-shadow: var(--shade);
        padding: 1.25rem clamp(1rem, 3vw, 1.75rem) 1.5rem; min-inline-size: 0; }
        .tile-head { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .5rem; margin-block-end: 1rem; }
        .tile-title { flex: 1; min-inline-size: min(7rem, 100%); overflow-wrap: anywhere; }
        .stack { display: flex; flex-wrap: wrap; align-items: start; gap: 1.125rem .75rem; }
        .stack > * { flex: 0 0 100%; min-inline-size: 0; max-inline-size: 100%; }
        .stack > .pressing, .stack > .linking, .stack > .confirming, .stack > .picture { flex: 0 1 auto; }
        .stack > .linking { margin-inline-end: .5rem; }
        .confirming:has(> [open]) { flex-basis: 100%; }
        .failed { display: grid; gap: .75rem; justify-items: start; padding: 1rem; border-radius: var(--small); background: var(--sunk);
        border-inline-start: 4px solid var(--edge); }
        .report { color: var(--soft); font-size: .875rem; }
        .over { position: fixed; inset: 0; z-index: 5; display: grid; grid-template-columns: minmax(0, 1fr); align-items: start; justify-items: center;
        overflow: auto; overscroll-behavior: contain; padding: clamp(.5rem, 6vh, 5rem) .75rem; background: #0a141999; }
        .over > .tile { inline-size: min(42rem, 100%); }
        .alert, dialog { inline-size: min(28rem, 100%); display: grid; gap: .875rem; padding: 1.5rem; background: var(--face); color: var(--text);
        border: 1px solid var(--line); border-radius: var(--round); box-shadow: 0 12px 48px #0006; }
        dialog { inline-size: min(28rem, calc(100% - 1.5rem)); }
        dialog:not([open]) { display: none; }
        dialog::backdrop { background: #0a141999; }
        footer { padding: 1rem max(1rem, (100vw - 76rem) / 2) 1.5rem; color: var(--soft); font-size: .875rem; }
        #status:not(:empty) { position: fixed; z-index: 8; inset-block-end: 1rem; inset-inline: 1rem; inline-size: fit-content; max-inline-size: 30rem;
        margin-inline: auto; padding: .75rem 1.25rem; color: var(--back); background: var(--text); border-radius: 2rem; }
        """
}
