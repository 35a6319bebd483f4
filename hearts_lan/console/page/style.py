"""How the page looks: light and dark, on a narrow screen, and on paper."""

STYLE = """
:root { color-scheme: light dark; --ink: #1d232b; --soft: #667080; --line: #d9dee5; --paper: #fff; --shade: #f4f6f8;
  --good: #1a7f4b; --part: #9a6700; --bad: #c0252d; --c: #0b7a53; --d: #b35c00; --h: #c5221f; --s: #1d232b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --soft: #98a2b0; --line: #343b45; --paper: #14181d; --shade: #1c2229;
    --good: #4cc38a; --part: #e0b050; --bad: #ff7b74; --c: #4cc38a; --d: #f0a050; --h: #ff7b74; --s: #e6e9ee; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 60rem; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .4rem; }
p { margin: .4rem 0; } .soft { color: var(--soft); }
.verdict { border-left: .35rem solid; padding: .6rem .9rem; margin: 1.25rem 0; background: var(--shade); }
.verdict b { display: block; } .good { border-color: var(--good); } .good b { color: var(--good); }
.part { border-color: var(--part); } .part b { color: var(--part); }
.bad { border-color: var(--bad); } .bad b { color: var(--bad); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; color: var(--soft); } td.n, th.n { text-align: right; }
tr.total td { font-weight: 700; border-top: 2px solid var(--ink); }
td.w { background: var(--shade); font-weight: 700; } td.x .card { text-decoration: line-through; }
.card { white-space: nowrap; margin-right: .35em; } .c { color: var(--c); } .d { color: var(--d); }
.h { color: var(--h); } .s { color: var(--s); }
small { color: var(--soft); } ul { padding-left: 1.2rem; margin: .4rem 0; }
svg { display: block; width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .grid { stroke: var(--line); } svg .axis { fill: var(--soft); }
details { margin: .8rem 0; } summary { cursor: pointer; color: var(--soft); }
pre { white-space: pre-wrap; background: var(--shade); padding: .8rem; font-size: .85rem; overflow-wrap: anywhere; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } .hand { break-inside: avoid; }
  details { display: none; } th, td { padding: .1rem .4rem; } }
"""
