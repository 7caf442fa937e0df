/** The page's one style sheet; colours follow the reader's light or dark setting. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1c2024; --quiet: #60646c; --paper: #fcfcfd; --line: #d9dce1; --deep: 0 114 178;
  --no-contract: #80838d; --prompt: #0072b2; --exact: #d55e00; --trained: #00805d; --wanted: #0072b2; --unwanted: #d55e00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #edeef0; --quiet: #b0b4ba; --paper: #15171a; --line: #3a3f45; --deep: 86 180 233;
    --no-contract: #9a9da5; --prompt: #56b4e9; --exact: #f0884a; --trained: #3cc79a; --wanted: #56b4e9; --unwanted: #f0884a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .75rem; } h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .4rem; }
p { max-width: 46rem; } small { color: var(--quiet); }
code, pre { font: .85em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; }
table { border-collapse: collapse; } th, td { padding: .3rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th, thead td { border-bottom: 2px solid var(--line); } th { font-weight: 600; }
.plan th { font-weight: 400; color: var(--quiet); } .plan td { overflow-wrap: anywhere; }
.figures td, .confusion td { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.figures thead th, .confusion thead th { text-align: right; } .confusion thead td { text-align: left; color: var(--quiet); }
.wide { overflow-x: auto; } .none { color: var(--quiet); }
.cases { width: 100%; table-layout: fixed; } .cases th:nth-child(1) { width: 11rem; }
.cases ul { margin: .2rem 0; padding-left: 1.1rem; } .cases pre { max-height: 16rem; overflow: auto; }
details > summary { cursor: pointer; padding: .25rem 0; }
.heat0 { color: var(--quiet); } .heat1 { background: rgb(var(--deep) / 10%); } .heat2 { background: rgb(var(--deep) / 20%); }
.heat3 { background: rgb(var(--deep) / 30%); } .heat4 { background: rgb(var(--deep) / 42%); } .heat5 { background: rgb(var(--deep) / 55%); }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(28rem, 100%), 1fr)); gap: 1.25rem 2rem; } figure { margin: 0; max-width: 100%; } figcaption { max-width: 27rem; margin-bottom: .3rem; }
svg { display: block; max-width: 100%; height: auto; } svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .tick, svg .axis { fill: var(--quiet); font-size: 11px; } svg .value { font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); } .zero { stroke: var(--quiet); } .whisker { stroke: var(--ink); stroke-width: 1.5; }
.chance { stroke: var(--quiet); stroke-dasharray: 3 4; } .threshold { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 6 3; }
.roc { fill: none; stroke-width: 2; } .operating { fill: var(--ink); stroke: var(--paper); stroke-width: 2; }
.bar { stroke-width: 1.5; } .bar.free { fill-opacity: .35; }
.no_contract { fill: var(--no-contract); stroke: var(--no-contract); } .prompt { fill: var(--prompt); stroke: var(--prompt); }
.exact_imprint { fill: var(--exact); stroke: var(--exact); } .trained_imprint { fill: var(--trained); stroke: var(--trained); }
.roc.prompt, .roc.exact_imprint, .roc.trained_imprint, .roc.no_contract { fill: none; }
.wanted { fill: var(--wanted); } .unwanted { fill: var(--unwanted); }
@media print { details { display: none; } }
`;
