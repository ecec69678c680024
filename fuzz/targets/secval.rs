//! Ranks in the form of Malom's `.secval` files: what is understood is written and read again without a loss.
#![no_main]

use libfuzzer_sys::fuzz_target;
use millwright_ranks::{LineEnd, Ranks};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(ranks) = text.parse::<Ranks>() else { return };
    for line_end in [LineEnd::Lf, LineEnd::CrLf] {
        let written = ranks.secval(line_end).to_string();
        assert_eq!(written.parse::<Ranks>().as_ref(), Ok(&ranks), "{written}");
    }
    for (subspace, rank) in ranks.iter() {
        assert_eq!(ranks.of(subspace), Some(rank));
        assert!(ranks.loss() < rank && rank < ranks.win());
    }
});
