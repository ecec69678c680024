//! Binomial coefficients up to the 24 points of the board.

const TABLE: [[u32; 25]; 25] = {
    let mut table = [[0; 25]; 25];
    let mut n = 0;
    while n < 25 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many sets of `k` there are among `n` points; 0 if `k` is larger than `n`.
///
/// # Panics
/// If `n` or `k` is above 24.
#[must_use]
pub const fn binomial(n: usize, k: usize) -> u32 {
    TABLE[n][k]
}
