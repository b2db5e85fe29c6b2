"""How the page of a report looks: in light and dark, on a wide screen, on a phone, and on paper."""

from base64 import b64encode
from hashlib import sha256

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1b1b1b; --soft: #5a5a5a; --line: #cfcfcf; --band: #d9e4ef; --win: #0b5394; --odd: #fff0c2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --ink: #ececec; --soft: #ababab; --line: #43474d; --band: #2b3d50; --win: #8ec5ff; --odd: #4d3f0a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 72rem; padding: 1rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.45 system-ui, sans-serif;
}
h1 { font-size: 1.5rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; break-after: avoid; }
dl { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; margin: 0 0 .8rem; }
dl div { display: flex; gap: .4rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
p { margin: .3rem 0; max-width: 60rem; }
.note, .legend { color: var(--soft); font-size: .85rem; }
.notes { border-left: .25rem solid var(--win); padding-left: .7rem; }

.pictures { columns: 30rem 2; column-gap: 2.5rem; }
figure { margin: 0; padding: .6rem 0; break-inside: avoid; }
figcaption { font-weight: 600; margin-bottom: .3rem; break-after: avoid; }
svg { width: 100%; height: 1.3rem; display: block; }
svg * { vector-effect: non-scaling-stroke; }
.band { fill: var(--band); }
.mark { fill: var(--win); }
.middle { stroke: var(--soft); stroke-width: 1; fill: none; }
.limit { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 3 3; }
.win { stroke: var(--win); stroke-width: 3; fill: none; }
.bar {
  display: grid; grid-template-columns: minmax(5rem, 13rem) 1fr minmax(5.5rem, auto); gap: .6rem;
  align-items: center; font-size: .9rem; padding: .1rem 0;
}
.bar span { overflow-wrap: anywhere; }
.value { text-align: right; }
.odd { background: var(--odd); font-weight: 700; }
.course { display: grid; grid-template-columns: auto 1fr; gap: .5rem; }
.course svg { height: 12rem; border-left: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.edges { display: flex; flex-direction: column; justify-content: space-between; text-align: right; }
.ends { display: flex; justify-content: space-between; padding-left: 4rem; }
.edges, .ends { color: var(--soft); font-size: .85rem; }

table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { padding: .25rem .5rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
.word, .said, .time { text-align: left; }
td.word { overflow-wrap: break-word; max-width: 11rem; }
td.said { overflow-wrap: anywhere; min-width: 14rem; }
td.time { white-space: nowrap; }
td, .value, .edges { font-variant-numeric: tabular-nums; }
tr { break-inside: avoid; }
thead { display: table-header-group; }

@media screen and (max-width: 48rem) {
  .bar { grid-template-columns: 1fr auto; gap: 0 .6rem; padding: .25rem 0; }
  .bar svg { grid-row: 2; grid-column: 1 / 3; }
  thead { display: none; }
  table, tbody, tr, td { display: block; }
  tr { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: .3rem .6rem; }
  td, td.word, td.said, td.time { display: flex; justify-content: space-between; gap: 1rem; }
  td { border: 0; padding: .1rem 0; }
  td, td.word, td.said, td.time { text-align: right; min-width: 0; max-width: none; overflow-wrap: anywhere; }
  td::before { content: attr(data-title); color: var(--soft); font-weight: 400; text-align: left; flex: none; }
  td:first-child { font-weight: 700; }
}
@media print {
  :root {
    color-scheme: light;
    --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --band: #dde6ee; --win: #0b5394; --odd: #fff0c2;
  }
  html { font-size: 9pt; }
  body { max-width: none; padding: 0; }
  th, td { padding: .12rem .25rem; }
  .pictures { columns: 1; }
  figure { break-inside: auto; }
  .bar, .course { break-inside: avoid; }
  svg, .odd { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@page { size: A4; margin: 14mm; }
"""

POLICY = f"default-src 'none'; style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
"""A content security policy: this very style, and nothing else."""
