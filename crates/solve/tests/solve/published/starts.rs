//! The committed values of the empty board, for every number of stones that was solved, against Gevay and Danner's
//! tables II to IV.

use serde_json::Value as Json;

/// Compares all solved starts; there must be all those up to `most` stones each.
fn compare(results: &str, table: &str, most: u64) {
    let results: Json = serde_json::from_str(results).unwrap();
    let published: Json =
        serde_json::from_str(include_str!("../../../../../docs/published/gevay_danner.json")).unwrap();
    for start in results["starts"].as_array().unwrap() {
        let (white, black) = (start["white"].as_u64().unwrap(), start["black"].as_u64().unwrap());
        let plies = start["plies"].as_u64();
        let ours = match start["outcome"].as_str() {
            Some("win") => format!("W{}", plies.unwrap()),
            Some("draw") => "D".to_owned(),
            Some("loss") => format!("L{}", plies.unwrap()),
            _ => {
                assert!(white > most || black > most, "{white} v {black} is missing");
                continue;
            }
        };
        // A star is for a start that another rule for the full board changes.
        let printed = published[table][white.to_string()][black.to_string()].as_str().unwrap();
        assert_eq!(ours, printed.trim_start_matches('*'), "{white} v {black}");
    }
}

#[test]
fn all_standard_starts_are_those_of_table_2() {
    let results = include_str!("../../../../../docs/results/standard-starts-12.json");
    compare(results, "gevay_table_2_standard_start_values", 12);
}

#[test]
fn lasker_starts_up_to_six_stones_are_those_of_table_3() {
    let results = include_str!("../../../../../docs/results/lasker-starts-6.json");
    compare(results, "gevay_table_3_lasker_start_values", 6);
}

#[test]
fn all_morabaraba_starts_are_those_of_table_4() {
    let results = include_str!("../../../../../docs/results/morabaraba-starts-12.json");
    compare(results, "gevay_table_4_morabaraba_start_values", 12);
}
