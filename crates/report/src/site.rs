//! The files of a site.

use millwright_rules::Game;

use crate::pages;
use crate::papers::papers;
use crate::results::Results;

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name; there are no directories.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// What all pages of a site know about it.
#[derive(Clone, Debug)]
pub(crate) struct SiteMap {
    /// The games that have a page.
    pub(crate) games: Vec<Game>,
    /// The address of the explorer, where it is to be had; it ends with a slash.
    pub(crate) explorer: Option<&'static str>,
}

impl SiteMap {
    /// Where a position of a game can be looked at, moved on and asked about.
    pub(crate) fn board_of(&self, game: Game, position: &str) -> Option<String> {
        Some(format!("{}#game={game}&start={position}", self.explorer?))
    }
}

/// All files of a report. They are a function of the results alone.
#[derive(Clone, Debug)]
pub struct Site {
    /// `index.html` first.
    pub files: Vec<File>,
}

impl Site {
    /// The site about these results, for itself.
    #[must_use]
    pub fn of(results: &Results) -> Self {
        Self::with_map(results, &SiteMap { games: results.games(), explorer: None })
    }

    /// The same for a server that has the explorer one level above: positions lead to its board.
    #[must_use]
    pub fn beside_explorer(results: &Results) -> Self {
        Self::with_map(results, &SiteMap { games: results.games(), explorer: Some("../") })
    }

    fn with_map(results: &Results, map: &SiteMap) -> Self {
        let papers = papers(results);
        let mut files = vec![
            File { name: "index.html".to_owned(), text: pages::index(results, map, &papers).into_string() },
            File { name: "papers.html".to_owned(), text: pages::papers(map, &papers).into_string() },
            File { name: "rules.html".to_owned(), text: pages::rules(results, map).into_string() },
            File { name: "report.css".to_owned(), text: include_str!("../assets/report.css").to_owned() },
        ];
        for &game in &map.games {
            files.push(File {
                name: format!("{game}.html"),
                text: pages::game(results, map, game).into_string(),
            });
            files.extend(results.movement(game).map(|statistics| File {
                name: format!("{game}.csv"),
                text: pages::subspaces_csv(results.complete(game).unwrap_or(statistics)),
            }));
        }
        for table in papers.iter().flat_map(|paper| &paper.tables) {
            files.push(File { name: format!("{}.csv", table.id), text: csv_of(table.records()) });
        }
        Self { files }
    }
}

/// Lines of fields as CSV.
pub(crate) fn csv_of<R: IntoIterator<Item = String>>(records: impl IntoIterator<Item = R>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        writer.write_record(record).expect("lines of a table have the same length, and memory takes them");
    }
    let bytes = writer.into_inner().expect("memory takes all");
    String::from_utf8(bytes).expect("what is written is text")
}
