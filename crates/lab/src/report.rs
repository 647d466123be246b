//! Reports: one document, written as a page that needs nothing else, or as Markdown.
//!
//! The figures are SVG of our own making, so that a report is a single file that can be opened
//! anywhere and in ten years.

mod bars;
mod boxes;
mod frame;
mod heat;
mod lines;
mod svg;

use std::fmt::{self, Write};

pub use bars::{Bar, bar_chart, outcome_bars};
pub use boxes::box_plot;
pub use heat::heat_map;
pub use lines::{Scale, Series, line_chart};
pub use svg::Svg;

/// A table: a head and rows of as many cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(head: &[&str]) -> Self {
        Self { head: head.iter().map(|name| (*name).to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push<T: Into<String>>(&mut self, row: impl IntoIterator<Item = T>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }
}

enum Block {
    Heading(String),
    Text(String),
    Table(Table),
    Figure(Figure),
    /// Figures side by side where there is room.
    Panels(Vec<Figure>),
}

struct Figure {
    svg: Svg,
    caption: String,
}

/// A report, block by block.
///
/// ```
/// use ferz_lab::report::{Report, Table};
/// let mut report = Report::new("Growth");
/// let mut table = Table::new(&["stage", "nodes"]);
/// table.push(["a & b", "12"]);
/// report.text("By stage.").table(table);
/// assert_eq!(
///     report.markdown().to_string(),
///     "# Growth\n\nBy stage.\n\n| stage | nodes |\n|---|---|\n| a & b | 12 |\n",
/// );
/// assert!(report.html().to_string().contains("<td>a &amp; b</td><td>12</td>"));
/// ```
pub struct Report {
    title: String,
    blocks: Vec<Block>,
}

impl Report {
    /// An empty report.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), blocks: Vec::new() }
    }

    /// Begins a section.
    pub fn heading(&mut self, text: &str) -> &mut Self {
        self.blocks.push(Block::Heading(text.to_owned()));
        self
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.blocks.push(Block::Text(text.to_owned()));
        self
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) -> &mut Self {
        self.blocks.push(Block::Table(table));
        self
    }

    /// Adds a figure, which only the page shows.
    pub fn figure(&mut self, svg: Svg, caption: &str) -> &mut Self {
        self.blocks.push(Block::Figure(Figure { svg, caption: caption.to_owned() }));
        self
    }

    /// Adds figures that belong together, side by side where there is room.
    pub fn panels<'a>(&mut self, panels: impl IntoIterator<Item = (Svg, &'a str)>) -> &mut Self {
        let figure = |(svg, caption): (Svg, &str)| Figure { svg, caption: caption.to_owned() };
        self.blocks.push(Block::Panels(panels.into_iter().map(figure).collect()));
        self
    }

    /// As a page.
    pub const fn html(&self) -> Html<'_> {
        Html(self)
    }

    /// As Markdown, for `docs/experiments`.
    pub const fn markdown(&self) -> Markdown<'_> {
        Markdown(self)
    }
}

/// Writes a report as a page.
pub struct Html<'a>(&'a Report);

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:66rem;margin:2rem auto;\
padding:0 1rem;color:#222;background:#fff}table{border-collapse:collapse;margin:1rem 0}\
td,th{padding:.25rem .75rem;border-bottom:1px solid #ddd;text-align:left;white-space:nowrap}\
th{border-bottom:2px solid #888}figure{margin:1.5rem 0}figcaption{color:#555;font-size:.9rem}\
svg{max-width:100%;height:auto}.panels{display:flex;flex-wrap:wrap;gap:1rem 2rem}\
.panels figure{margin:.5rem 0}";

impl fmt::Display for Html<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = escape(&self.0.title);
        writeln!(f, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")?;
        writeln!(f, "<title>{title}</title><style>{STYLE}</style></head><body>")?;
        writeln!(f, "<h1>{title}</h1>")?;
        for block in &self.0.blocks {
            match block {
                Block::Heading(text) => writeln!(f, "<h2>{}</h2>", escape(text))?,
                Block::Text(text) => writeln!(f, "<p>{}</p>", escape(text))?,
                Block::Table(table) => html_table(f, table)?,
                Block::Figure(figure) => html_figure(f, figure)?,
                Block::Panels(figures) => {
                    writeln!(f, "<div class=\"panels\">")?;
                    figures.iter().try_for_each(|figure| html_figure(f, figure))?;
                    writeln!(f, "</div>")?;
                }
            }
        }
        writeln!(f, "</body></html>")
    }
}

fn html_figure(f: &mut fmt::Formatter<'_>, Figure { svg, caption }: &Figure) -> fmt::Result {
    writeln!(f, "<figure>{svg}<figcaption>{}</figcaption></figure>", escape(caption))
}

fn html_table(f: &mut fmt::Formatter<'_>, table: &Table) -> fmt::Result {
    let cells = |row: &[String], tag: &str| -> String {
        row.iter().fold(String::new(), |mut text, cell| {
            let _ = write!(text, "<{tag}>{}</{tag}>", escape(cell));
            text
        })
    };
    writeln!(f, "<table><tr>{}</tr>", cells(&table.head, "th"))?;
    for row in &table.rows {
        writeln!(f, "<tr>{}</tr>", cells(row, "td"))?;
    }
    writeln!(f, "</table>")
}

/// Writes a report as Markdown.
pub struct Markdown<'a>(&'a Report);

impl fmt::Display for Markdown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}", self.0.title)?;
        for block in &self.0.blocks {
            match block {
                Block::Heading(text) => writeln!(f, "\n## {text}")?,
                Block::Text(text) => writeln!(f, "\n{text}")?,
                Block::Table(table) => {
                    writeln!(f, "\n| {} |", markdown_row(&table.head))?;
                    writeln!(f, "|{}", "---|".repeat(table.head.len()))?;
                    for row in &table.rows {
                        writeln!(f, "| {} |", markdown_row(row))?;
                    }
                }
                Block::Figure(_) | Block::Panels(_) => {}
            }
        }
        Ok(())
    }
}

fn markdown_row(row: &[String]) -> String {
    row.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | ")
}

/// Text as HTML and SVG want it.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_page() {
        let mut report = Report::new("<script>");
        let mut table = Table::new(&["a|b"]);
        table.push(["x|y"]);
        report.table(table).figure(Svg::new(10.0, 10.0), "\"q\" <b>");
        let html = report.html().to_string();
        assert!(!html.contains("<script>") && !html.contains("<b>"), "{html}");
        assert!(report.markdown().to_string().contains("| a\\|b |\n|---|\n| x\\|y |"));
    }
}
