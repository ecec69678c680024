//! Tables from outside: what is written, what comes back, and what damage does.

#[cfg(test)]
mod compare;
#[cfg(test)]
mod crashes;
#[cfg(test)]
mod damage;
#[cfg(test)]
mod failing_disk;
#[cfg(test)]
mod reduced;
#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tablebase;
#[cfg(test)]
mod ultra;
