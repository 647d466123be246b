#!/usr/bin/env python3
"""Draws docs/history.svg from the table of docs/history.md: the sum of all steps, each with its error.

    tools/history.py
"""

import pathlib
import re
from xml.sax.saxutils import escape

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
WIDTH, ROW, LEFT, TOP = 860, 34, 330, 30


def steps():
    """The steps of the table: what was done, the Elo that it gained and how sure that is."""
    for line in (DOCS / "history.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and re.fullmatch(r"\d{4}-\d{2}-\d{2}", cells[0]):
            yield cells[1], float(cells[2]), float(cells[3])


def label(step):
    """What a step is called beside its bar: the words before the first comma, as the table has room for more."""
    return step.split(",")[0]


def draw(rows):
    """One bar for each step, from the sum before it to the sum after it."""
    total = sum(max(elo, 0) for _, elo, _ in rows) + max(error for _, _, error in rows)
    scale = (WIDTH - LEFT - 110) / max(total, 1)
    height = TOP + ROW * len(rows) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
        "<style>text{fill:#222}.axis{stroke:#999}.bar{fill:#3b76b0}.error{stroke:#d2691e;stroke-width:2}"
        "@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>",
    ]
    for tick in range(0, int(total) + 1, 100):
        x = LEFT + tick * scale
        parts.append(f'<line class="axis" x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{height - 34}" stroke-opacity="0.4"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 16}" text-anchor="middle">{tick}</text>')
    before = 0.0
    for number, (step, elo, error) in enumerate(rows):
        y = TOP + ROW * number
        after = before + elo
        x, end = LEFT + min(before, after) * scale, LEFT + after * scale
        parts.append(f'<text x="{LEFT - 10}" y="{y + 14}" text-anchor="end">{escape(label(step))}</text>')
        parts.append(f'<rect class="bar" x="{x:.1f}" y="{y}" width="{max(abs(elo) * scale, 2):.1f}" height="18"/>')
        if error:
            low, high = end - error * scale, end + error * scale
            parts.append(f'<line class="error" x1="{low:.1f}" y1="{y + 9}" x2="{high:.1f}" y2="{y + 9}"/>')
            parts.append(f'<text x="{high + 6:.1f}" y="{y + 14}">{elo:+.1f} ± {error:.1f}</text>')
        before = after
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    (DOCS / "history.svg").write_text(draw(list(steps())), encoding="utf-8")
