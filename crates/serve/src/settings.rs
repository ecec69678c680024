//! What whoever runs the server decides.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::HeaderMap;
use axum::http::header::HOST;

use crate::client::TrustedProxies;
use crate::limits;
use crate::origin::Origin;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Connections at a time.
    pub connections: usize,
    /// Connections of one address at a time; `None` is the usual number, and no limit for this machine.
    pub connections_per_client: Option<usize>,
    /// Connections that are told at the same time that there are too many.
    pub refusals: usize,
    /// Who is believed about who asks.
    pub proxies: TrustedProxies,
    /// Which names the server answers to.
    pub hosts: Hosts,
    /// Who is told the figures of the server.
    pub metrics: MetricsFor,
    /// Whose pages may show the explorer in theirs.
    pub embedders: Vec<Origin>,
    /// How long clients are waited for.
    pub deadlines: Deadlines,
}

/// How long a server waits for a client, and how long it keeps a connection. Each has its usual value in [`limits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// For the head of a request, and for its body.
    pub arrival: Duration,
    /// For a request from its head to its answer.
    pub request: Duration,
    /// For a client that takes nothing of an answer.
    pub write: Duration,
    /// For a connection: the next answer is its last.
    pub connection_age: Duration,
    /// Requests of a connection.
    pub connection_requests: u64,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            arrival: limits::PATIENCE,
            request: limits::REQUEST,
            write: limits::WRITE_PATIENCE,
            connection_age: limits::CONNECTION_AGE,
            connection_requests: limits::CONNECTION_REQUESTS,
        }
    }
}

/// The names that a server answers to. A browser that was made to believe that another name is this machine's sends that
/// name along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// Every name.
    Any,
    /// This machine's own names and these, in lower case, with any port.
    Only(Vec<String>),
}

/// Who is told the figures of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricsFor {
    /// Programs on this machine that do not come through a proxy.
    ThisMachine,
    /// Everybody.
    Everybody,
}

impl Settings {
    /// The usual ones of a server at an address. On a loopback address it answers to its own names alone.
    #[must_use]
    pub fn at(address: SocketAddr) -> Self {
        let hosts = if address.ip().is_loopback() { Hosts::Only(Vec::new()) } else { Hosts::Any };
        Self {
            connections: limits::CONNECTIONS as usize,
            connections_per_client: None,
            refusals: limits::REFUSED,
            proxies: TrustedProxies::none(),
            hosts,
            metrics: MetricsFor::ThisMachine,
            embedders: Vec::new(),
            deadlines: Deadlines::default(),
        }
    }

    /// Adds a name to those that it answers to, and to no others from now on.
    pub fn allow_host(&mut self, name: &str) {
        let mut names = match std::mem::replace(&mut self.hosts, Hosts::Any) {
            Hosts::Any => Vec::new(),
            Hosts::Only(names) => names,
        };
        names.push(name.to_ascii_lowercase());
        self.hosts = Hosts::Only(names);
    }
}

impl Default for Settings {
    /// Those of a server on this machine alone.
    fn default() -> Self {
        Self::at(SocketAddr::from(([127, 0, 0, 1], 8080)))
    }
}

impl Hosts {
    /// Whether a request is meant for this server. One without a host comes from no browser.
    pub(crate) fn allow(&self, headers: &HeaderMap) -> bool {
        const OWN: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
        let Self::Only(names) = self else { return true };
        let Some(host) = headers.get(HOST) else { return true };
        let Ok(host) = host.to_str() else { return false };
        let name = without_port(host).trim_end_matches('.').to_ascii_lowercase();
        OWN.contains(&name.as_str()) || names.contains(&name)
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn allows(hosts: &Hosts, host: &'static str) -> bool {
        hosts.allow(&HeaderMap::from_iter([(HOST, HeaderValue::from_static(host))]))
    }

    #[test]
    fn a_server_on_loopback_answers_to_its_own_names_and_those_it_was_told() {
        let mut settings = Settings::default();
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:9", "[::1]:8080", "[::1]", "localhost."] {
            assert!(allows(&settings.hosts, host), "{host}");
        }
        for host in ["evil.example", "127.0.0.1.evil.example:8080", "localhost.evil.example", "", "[::2]:1"] {
            assert!(!allows(&settings.hosts, host), "{host}");
        }
        assert!(settings.hosts.allow(&HeaderMap::new()));
        settings.allow_host("Mill.Example");
        assert!(allows(&settings.hosts, "mill.example:443") && !allows(&settings.hosts, "evil.example"));
    }

    #[test]
    fn a_public_server_answers_to_every_name_until_it_is_told_one() {
        let mut settings = Settings::at(SocketAddr::from(([0, 0, 0, 0], 80)));
        assert!(allows(&settings.hosts, "evil.example"));
        settings.allow_host("mill.example");
        assert!(!allows(&settings.hosts, "evil.example"));
    }
}
