//! Address -> the reason why no page is fetched from it: only public hosts of the internet are allowed.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns the kind of a blocked address; `None` for a public one.
pub fn blocked(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => blocked_v4(address),
        IpAddr::V6(address) => blocked_v6(address),
    }
}

/// The blocks of IANA's special-purpose registry for IPv4 that are not reachable from everywhere, and multicast.
fn blocked_v4(address: Ipv4Addr) -> Option<&'static str> {
    let [a, b, c, d] = address.octets();
    Some(match (a, b, c, d) {
        (0, ..) => "an unspecified address (0.0.0.0/8)",
        (10, ..) | (172, 16..=31, ..) | (192, 168, ..) => "a private address",
        (100, 64..=127, ..) => "an address shared behind a carrier's router (100.64.0.0/10)",
        (127, ..) => "a loopback address",
        (169, 254, ..) => "a link-local address",
        (192, 0, 0, _) => "an address of network protocols (192.0.0.0/24)",
        (192, 0, 2, _) | (198, 51, 100, _) | (203, 0, 113, _) => "an address of documentation",
        (192, 31, 196, _) | (192, 52, 193, _) | (192, 175, 48, _) => {
            "an address of name server infrastructure"
        }
        (192, 88, 99, _) => "a 6to4 relay",
        (198, 18..=19, ..) => "an address of benchmarks (198.18.0.0/15)",
        (224..=239, ..) => "a multicast address",
        (255, 255, 255, 255) => "the broadcast address",
        (240..=255, ..) => "a reserved address (240.0.0.0/4)",
        _ => return None,
    })
}

/// Only global unicast addresses (`2000::/3`) are public, without the blocks that embed other addresses or that no host
/// of the internet has.
fn blocked_v6(address: Ipv6Addr) -> Option<&'static str> {
    let segments = address.segments();
    Some(match segments {
        [0, 0, 0, 0, 0, 0, 0, 0] => "the unspecified address",
        [0, 0, 0, 0, 0, 0, 0, 1] => "the loopback address",
        [0, 0, 0, 0, 0, 0xFFFF, ..] => "an IPv4 address mapped into IPv6",
        [0, 0, 0, 0, 0xFFFF, 0, ..] => "an IPv4 address translated into IPv6",
        [0, 0, 0, 0, 0, 0, ..] => "an IPv4-compatible address",
        [0x64, 0xFF9B, ..] => "a NAT64 address",
        [0xFC00..=0xFDFF, ..] => "a unique local address",
        [0xFE80..=0xFEBF, ..] => "a link-local address",
        [0xFEC0..=0xFEFF, ..] => "a site-local address",
        [0xFF00..=0xFFFF, ..] => "a multicast address",
        [0x2001, 0, ..] => "a Teredo address",
        [0x2001, 0xDB8, ..] | [0x3FFF, 0..=0xFFF, ..] => "an address of documentation",
        [0x2001, 0x1..=0x1FF, ..] => "an address of network protocols (2001::/23)",
        [0x2002, ..] => "a 6to4 address",
        [0x2620, 0x4F, 0x8000, ..] => "an address of name server infrastructure",
        // Segment routing and all else that is not global unicast.
        [0x2000..=0x3FFF, ..] => return embedded_isatap(segments),
        _ => "not a global unicast address",
    })
}

/// ISATAP addresses end with `0:5efe:` or `200:5efe:` and an IPv4 address, to which a router may forward.
fn embedded_isatap(segments: [u16; 8]) -> Option<&'static str> {
    matches!(segments, [_, _, _, _, 0 | 0x200, 0x5EFE, ..]).then_some("an ISATAP address")
}

#[cfg(test)]
mod tests {
    use super::blocked;

    #[test]
    fn public_addresses_pass() {
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "93.184.216.34",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.255.255",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450:4001:81b::200e",
            "2001:4860:4860::8888",
            "2001:200::1",
        ] {
            assert_eq!(blocked(address.parse().unwrap()), None, "{address}");
        }
    }

    #[test]
    fn all_other_addresses_are_blocked() {
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "10.255.255.255",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::2",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::7f00:1",
            "100::1",
            "2001::1",
            "2001:2::1",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2a00:1450::200:5efe:7f00:1",
            "2a00:1450::5efe:7f00:1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
        ] {
            assert!(blocked(address.parse().unwrap()).is_some(), "{address}");
        }
    }
}
