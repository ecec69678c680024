//! What all pages have in common.

use maud::{DOCTYPE, Markup, html};
use millwright_rules::Game;

use crate::site::SiteMap;

/// Which page it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Here {
    Index,
    Papers,
    Rules,
    Game(Game),
}

/// A page around its content.
pub(super) fn frame(title: &str, here: Here, map: &SiteMap, content: &Markup) -> Markup {
    let link = |address: &str, words: &str, is_here: bool| {
        html! { a href=(address) aria-current=[is_here.then_some("page")] { (words) } }
    };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " - Millwright" }
                link rel="stylesheet" href="report.css";
            }
            body {
                header {
                    p class="brand" { "Millwright" }
                    nav aria-label="Pages" {
                        (link("index.html", "Overview", here == Here::Index))
                        (link("papers.html", "Papers", here == Here::Papers))
                        (link("rules.html", "Rules", here == Here::Rules))
                        @for &game in &map.games {
                            (link(&format!("{game}.html"), game.name(), here == Here::Game(game)))
                        }
                        @if let Some(explorer) = map.explorer { (link(explorer, "Play and explore", false)) }
                    }
                }
                main { h1 { (title) } (content) }
                footer {
                    p { "Made by " code { "millwright report" } " from statistics of solved games. Values are counted in plies, "
                        "positions up to symmetry." }
                }
            }
        }
    }
}
