//! Results as pages that anybody can read: tables and pictures made from statistics alone, with the numbers that others have
//! published beside ours.
//!
//! [`Results`] are what `millwright stats`, `reach`, `extended`, `compare` and `value` wrote as JSON. [`Site::of`] makes the files of a
//! static site of them: HTML with pictures as SVG, and every table as CSV. No script is needed to read it.
#![forbid(unsafe_code)]

mod board;
mod cell;
mod census;
mod chart;
mod error;
mod pages;
mod papers;
mod quantity;
mod results;
mod site;

pub use error::ResultsError;
pub use results::Results;
pub use site::{File, Site};
