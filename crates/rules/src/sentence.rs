//! Words as a sentence of their own.

/// The words with a capital at the beginning and a full stop at the end.
///
/// ```
/// use millwright_rules::sentence;
/// assert_eq!(sentence("the board is full, a draw"), "The board is full, a draw.");
/// assert_eq!(sentence(""), "");
/// ```
#[must_use]
pub fn sentence(words: &str) -> String {
    let mut rest = words.chars();
    match rest.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), rest.as_str()),
        None => String::new(),
    }
}
