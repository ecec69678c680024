//! Who asks: an address, or what a trusted proxy says is one.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};

/// A client, as far as limits and budgets tell clients apart: an IPv4 address, or an IPv6 network of 64 bits, which is what
/// one household or machine is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Client(IpAddr);

impl Client {
    /// This machine, and whoever calls the router without a socket.
    pub const HERE: Self = Self(IpAddr::V4(Ipv4Addr::LOCALHOST));

    /// Whose address this is.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                let network = u128::from(address) >> 64 << 64;
                Self(IpAddr::V6(Ipv6Addr::from(network)))
            }
            address => Self(address),
        }
    }

    /// Whether it is this machine.
    #[must_use]
    pub const fn is_here(self) -> bool {
        self.0.is_loopback()
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Proxies whose word is taken for who asks, and the header in which they say it.
#[derive(Clone, Debug)]
pub struct TrustedProxies {
    /// Where they are.
    pub addresses: Vec<IpAddr>,
    /// Usually `X-Forwarded-For`. Only the last address in it is believed: that is the one which the proxy itself has seen.
    pub header: HeaderName,
}

impl TrustedProxies {
    /// Nobody is trusted.
    #[must_use]
    pub const fn none() -> Self {
        Self { addresses: Vec::new(), header: HeaderName::from_static("x-forwarded-for") }
    }

    /// Whether an address is that of a proxy.
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        self.addresses.contains(&address.to_canonical())
    }

    /// Who asks. A trusted proxy that does not say is taken for the client.
    pub(crate) fn client(&self, peer: Option<Peer>, headers: &HeaderMap) -> Client {
        let Some(Peer(peer)) = peer else { return Client::HERE };
        let peer = peer.ip();
        let told = || {
            let last = headers.get_all(&self.header).iter().next_back()?.to_str().ok()?;
            last.rsplit(',').next()?.trim().parse().ok()
        };
        Client::of(if self.has(peer) { told().unwrap_or(peer) } else { peer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn client(proxies: &TrustedProxies, peer: &str, forwarded: &'static str) -> String {
        let headers = HeaderMap::from_iter([(proxies.header.clone(), HeaderValue::from_static(forwarded))]);
        let peer = Peer(SocketAddr::new(peer.parse().unwrap(), 9));
        proxies.client(Some(peer), &headers).0.to_string()
    }

    #[test]
    fn only_a_trusted_proxy_says_who_asks_and_only_the_last_address_counts() {
        let nobody = TrustedProxies::none();
        assert_eq!(client(&nobody, "192.0.2.7", "203.0.113.1"), "192.0.2.7");
        let proxy = TrustedProxies { addresses: vec!["192.0.2.7".parse().unwrap()], ..nobody };
        assert_eq!(client(&proxy, "192.0.2.7", "198.51.100.3, 203.0.113.1"), "203.0.113.1");
        assert_eq!(client(&proxy, "192.0.2.8", "203.0.113.1"), "192.0.2.8");
        assert_eq!(client(&proxy, "192.0.2.7", "nonsense"), "192.0.2.7");
    }

    #[test]
    fn addresses_of_one_network_are_one_client() {
        let of = |text: &str| Client::of(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        assert!(of("::1").is_here() && of("127.0.0.9").is_here() && !of("192.0.2.1").is_here());
    }
}
