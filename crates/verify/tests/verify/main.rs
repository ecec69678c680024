//! Tables that are right, wrong by one value, or nonsense, and how runs begin, stop and go on.

#[cfg(test)]
mod draws;
#[cfg(test)]
mod random_draws;
#[cfg(test)]
mod random_tables;
#[cfg(test)]
mod runs;
#[cfg(test)]
mod tables;
#[cfg(test)]
mod true_draws;
#[cfg(test)]
mod true_tables;
#[cfg(test)]
mod ultra_runs;
