//! The files of a site.

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

/// All files of a report. They are a function of the results alone.
#[derive(Clone, Debug)]
pub struct Site {
    /// `index.html` first.
    pub files: Vec<File>,
}

impl Site {
    /// The site about these results.
    #[must_use]
    pub fn of(results: &Results) -> Self {
        let papers = papers(results);
        let games = results.games();
        let mut files = vec![
            File {
                name: "index.html".to_owned(),
                text: pages::index(results, &games, &papers).into_string(),
            },
            File { name: "papers.html".to_owned(), text: pages::papers(&games, &papers).into_string() },
            File { name: "rules.html".to_owned(), text: pages::rules(results, &games).into_string() },
            File { name: "report.css".to_owned(), text: include_str!("../assets/report.css").to_owned() },
        ];
        for &game in &games {
            files.push(File {
                name: format!("{game}.html"),
                text: pages::game(results, &games, game).into_string(),
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
