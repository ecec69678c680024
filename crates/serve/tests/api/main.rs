//! The API through its router, without a socket.

#[cfg(test)]
mod asking;
#[cfg(test)]
mod batches;
#[cfg(test)]
mod deadlines;
#[cfg(test)]
mod games;
#[cfg(test)]
mod hosting;
#[cfg(test)]
mod malformed;
#[cfg(test)]
mod page;
#[cfg(test)]
mod positions;
#[cfg(test)]
mod reduced;
#[cfg(test)]
mod report;
#[cfg(test)]
mod sockets;
#[cfg(test)]
mod troubles;
