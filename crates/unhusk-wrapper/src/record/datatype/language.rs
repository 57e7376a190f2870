//! Languages: tags (BCP 47) in canonical case, and the names of the most frequent languages.

/// The codes of ISO 639-1.
const CODES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii \
    ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn \
    mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si \
    sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi \
    yo za zh zu";

/// Names in English and in the language itself, in lower case.
const NAMES: [(&str, &str); 50] = [
    ("arabic", "ar"),
    ("bulgarian", "bg"),
    ("catalan", "ca"),
    ("català", "ca"),
    ("chinese", "zh"),
    ("中文", "zh"),
    ("croatian", "hr"),
    ("czech", "cs"),
    ("čeština", "cs"),
    ("danish", "da"),
    ("dansk", "da"),
    ("dutch", "nl"),
    ("nederlands", "nl"),
    ("english", "en"),
    ("estonian", "et"),
    ("finnish", "fi"),
    ("suomi", "fi"),
    ("french", "fr"),
    ("français", "fr"),
    ("german", "de"),
    ("deutsch", "de"),
    ("greek", "el"),
    ("ελληνικά", "el"),
    ("hebrew", "he"),
    ("hindi", "hi"),
    ("hungarian", "hu"),
    ("magyar", "hu"),
    ("italian", "it"),
    ("italiano", "it"),
    ("japanese", "ja"),
    ("日本語", "ja"),
    ("korean", "ko"),
    ("한국어", "ko"),
    ("latin", "la"),
    ("norwegian", "no"),
    ("norsk", "no"),
    ("polish", "pl"),
    ("polski", "pl"),
    ("portuguese", "pt"),
    ("português", "pt"),
    ("romanian", "ro"),
    ("russian", "ru"),
    ("русский", "ru"),
    ("spanish", "es"),
    ("español", "es"),
    ("swedish", "sv"),
    ("svenska", "sv"),
    ("turkish", "tr"),
    ("türkçe", "tr"),
    ("ukrainian", "uk"),
];

/// Returns the tag that a text contains or names.
pub(super) fn tag(text: &str) -> Option<String> {
    let name = text.to_lowercase();
    if let Some((_, code)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Some((*code).to_owned());
    }
    let mut subtags = text.split(['-', '_']);
    let language = subtags.next()?.to_ascii_lowercase();
    if !CODES.split_ascii_whitespace().any(|code| code == language) {
        return None;
    }
    let mut tag = language;
    for subtag in subtags {
        let is_subtag = (2..=8).contains(&subtag.len())
            && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_subtag {
            return None;
        }
        tag.push('-');
        tag.push_str(&canonical_case(subtag));
    }
    Some(tag)
}

/// Scripts begin with a capital, regions are upper case, other subtags are lower case (RFC 5646, 2.1.1).
fn canonical_case(subtag: &str) -> String {
    let small = subtag.to_ascii_lowercase();
    match subtag.len() {
        2 => small.to_ascii_uppercase(),
        4 if small.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            small[..1].to_ascii_uppercase() + &small[1..]
        }
        _ => small,
    }
}
