use super::Target;
use crate::failure::Reason;
use crate::options::FetchOptions;

fn reason(url: &str) -> Option<Reason> {
    Target::parse(url, &FetchOptions::default()).err().map(|failure| failure.reason)
}

#[test]
fn ordinary_urls_are_brought_into_normal_form() {
    for (url, expected) in [
        ("http://Example.com", "http://example.com/"),
        (" https://example.com:443/a/../b?q=1#top ", "https://example.com/b?q=1"),
        ("http://example.com:8080/", "http://example.com:8080/"),
        ("http://93.184.216.34/", "http://93.184.216.34/"),
        ("https://m\u{FC}nchen.example/", "https://xn--mnchen-3ya.example/"),
    ] {
        let target = Target::parse(url, &FetchOptions::default()).unwrap();
        assert_eq!(target.as_str(), expected);
    }
}

#[test]
fn other_schemes_credentials_and_ports_are_refused() {
    for url in [
        "ftp://example.com/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,x",
        "gopher://example.com/",
        "example.com",
        "/path",
        "http://",
        "http://ann@example.com/",
        "http://ann:secret@example.com/",
        "http://exa mple.com/",
        "http://./",
    ] {
        assert_eq!(reason(url), Some(Reason::BadUrl), "{url}");
    }
    for url in ["http://example.com:22/", "https://example.com:6379/", "http://example.com:0/"] {
        assert_eq!(reason(url), Some(Reason::BlockedPort), "{url}");
    }
    assert_eq!(reason(&format!("http://example.com/{}", "a".repeat(9000))), Some(Reason::BadUrl));
}

#[test]
fn a_secret_in_a_url_is_not_repeated() {
    let failure =
        Target::parse("http://ann:secret@example.com/", &FetchOptions::default()).unwrap_err();
    assert!(!failure.to_string().contains("secret"));
}

#[test]
fn unusual_spellings_are_refused_even_of_public_addresses() {
    for url in [
        "http://0x5d.0xb8.0xd8.0x22/",
        "http://1572395042/",
        "http://93.184.55330/",
        "http://93.184.216.34./",
    ] {
        assert_eq!(reason(url), Some(Reason::BlockedAddress), "{url}");
    }
    let base = Target::parse("http://example.com/", &FetchOptions::default()).unwrap();
    for url in ["//127.1/", "\\\\127.1/", "http:/\\0x7f.1", "http://1572395042/"] {
        let failure = base.join(url, &FetchOptions::default()).unwrap_err();
        assert_eq!(failure.reason, Reason::BlockedAddress, "{url}");
    }
    assert_eq!(base.join("/127.1/", &FetchOptions::default()).unwrap().host(), "example.com");
}

#[test]
fn a_host_that_is_named_may_be_private_and_have_any_port() {
    let options = FetchOptions {
        allow_private: vec!["127.0.0.1".into(), "::1".into()],
        ..FetchOptions::default()
    };
    for url in ["http://127.0.0.1:9/", "http://[::1]:9/"] {
        assert!(Target::parse(url, &options).is_ok(), "{url}");
    }
    for url in ["http://127.0.0.2/", "http://127.1/", "http://localhost:9/", "http://10.0.0.1/"] {
        assert!(Target::parse(url, &options).is_err(), "{url}");
    }
}
