//! Built-in recognizers: each is a pattern, with checks that a pattern cannot express.

mod checks;
mod lists;

use super::RecognizerError;
use super::pattern::ValuePattern;
use super::word_list::cuts_a_word;
use std::ops::Range;
use unhusk_wrapper::internal::nearest;

/// A built-in recognizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names are plain, and `summary` describes them")]
pub enum BuiltIn {
    Number,
    Money,
    Percentage,
    Date,
    Time,
    Phone,
    Email,
    Url,
    Isbn,
    Coordinates,
    Country,
    Currency,
    Person,
    Address,
}

impl BuiltIn {
    /// All built-in recognizers.
    pub const ALL: [Self; 14] = [
        Self::Number,
        Self::Money,
        Self::Percentage,
        Self::Date,
        Self::Time,
        Self::Phone,
        Self::Email,
        Self::Url,
        Self::Isbn,
        Self::Coordinates,
        Self::Country,
        Self::Currency,
        Self::Person,
        Self::Address,
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Money => "money",
            Self::Percentage => "percentage",
            Self::Date => "date",
            Self::Time => "time",
            Self::Phone => "phone",
            Self::Email => "email",
            Self::Url => "url",
            Self::Isbn => "isbn",
            Self::Coordinates => "coordinates",
            Self::Country => "country",
            Self::Currency => "currency",
            Self::Person => "person",
            Self::Address => "address",
        }
    }

    /// A description for users.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Number => "numbers, grouped or not: 42, 1,234.5, -7",
            Self::Money => "amounts with a currency: $12.00, 1.234,50 €, EUR 7",
            Self::Percentage => "numbers with a percent sign: 12.5 %",
            Self::Date => {
                "dates with a day, a month and mostly a year: 2024-05-12, 12 May 2024, 5/12/24"
            }
            Self::Time => "times of day: 18:30, 6:30 pm, 7 p.m.",
            Self::Phone => {
                "telephone numbers of seven to fifteen digits: +49 30 1234567, (212) 555-0100"
            }
            Self::Email => "e-mail addresses",
            Self::Url => "addresses with a scheme, or that begin with www.",
            Self::Isbn => "ISBNs of ten or thirteen digits whose check digit is right",
            Self::Coordinates => {
                "pairs of latitude and longitude: 52.5200, 13.4050 or 52°31'N 13°24'E"
            }
            Self::Country => "English names of countries",
            Self::Currency => "currencies by code, sign or English name: EUR, €, US dollars",
            Self::Person => {
                "what looks like a person's name: two to four words with capitals or initials"
            }
            Self::Address => {
                "what looks like a street with a house number: 12 High Street, Hauptstraße 5"
            }
        }
    }

    /// Finds a built-in recognizer by name.
    pub(super) fn named(name: &str) -> Result<Self, RecognizerError> {
        let found = Self::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| RecognizerError::Unknown {
            name: name.to_owned(),
            nearest: nearest(name, Self::ALL.map(Self::name)).map(str::to_owned),
            known: Self::ALL.map(Self::name).join(", "),
        })
    }

    pub(super) fn pattern(self) -> ValuePattern {
        ValuePattern::new(&self.expression())
            .expect("built-in expressions are small and match something")
    }

    fn expression(self) -> String {
        let number = NUMBER;
        match self {
            Self::Number => format!("[-+−]?(?:{number})"),
            Self::Money => {
                let currency = lists::currency_marks();
                format!(
                    "[-−]?(?:{currency})[ \u{a0}]?[-−]?(?:{number})|(?:{number})[ \u{a0}]?(?:{currency})"
                )
            }
            Self::Percentage => format!("[-+−]?(?:{number})[ \u{a0}]?(?:%|percent|per cent)"),
            Self::Date => DATE.to_owned(),
            Self::Time => TIME.to_owned(),
            Self::Phone => r"\+?\(?\d[\d \u{a0}()./\-–]{5,22}\d".to_owned(),
            Self::Email => {
                r"[A-Za-z0-9._%+\-]+@[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)*\.[A-Za-z]{2,24}".to_owned()
            }
            Self::Url => r#"(?:(?:https?|ftp)://|www\.)[^\s<>"'{}|\\^`]*[^\s<>"'{}|\\^`.,;:!?)\]]"#
                .to_owned(),
            Self::Isbn => r"(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dXx]".to_owned(),
            Self::Coordinates => COORDINATES.to_owned(),
            Self::Country => lists::countries(),
            Self::Currency => lists::currencies(),
            Self::Person => PERSON.to_owned(),
            Self::Address => ADDRESS.to_owned(),
        }
    }

    /// Whether a match of the pattern passes the checks.
    pub(super) fn confirms(self, text: &str, part: &Range<usize>) -> bool {
        let found = &text[part.clone()];
        if cuts_a_word(text, part) {
            return false;
        }
        match self {
            Self::Number | Self::Money | Self::Percentage | Self::Time => {
                !checks::cuts_a_number(text, part)
            }
            Self::Date => !checks::cuts_a_number(text, part) && checks::is_date(found),
            Self::Phone => !checks::cuts_a_number(text, part) && checks::is_phone(found),
            Self::Isbn => checks::is_isbn(found),
            Self::Coordinates => checks::is_coordinates(found),
            _ => true,
        }
    }
}

const NUMBER: &str = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?:[ '’\u{a0}\u{202f}]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?";

const DATE: &str = r"(?x)
    \d{4}[-/.]\d{1,2}[-/.]\d{1,2}
    | \d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})
    | (?:(?i:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\ )?\d{1,2}(?:st|nd|rd|th|\.)?[-\ ](?:of\ )?\p{L}{3,10}\.?,?(?:[-\ ](?:\d{4}|\d{2}))
    | (?:(?i:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\ )?\p{L}{3,10}\.?\ \d{1,2}(?:st|nd|rd|th)?(?:,?\ \d{4})";

const TIME: &str = r"(?x)
    (?:[01]?\d|2[0-4])[:h][0-5]\d(?::[0-5]\d)?(?:\ ?[aApP]\.?[mM]\.?)?
    | (?:1[0-2]|0?[1-9])\ ?[aApP]\.?[mM]\.?";

const COORDINATES: &str = r#"(?x)
    [-+−]?\d{1,2}\.\d{2,}\ ?°?\ ?[NS]?\ ?[,;/\ ]\ ?[-+−]?\d{1,3}\.\d{2,}(?:\ ?°)?(?:\ ?[EW])?
    | \d{1,2}\ ?°\ ?(?:\d{1,2}\ ?['′’]\ ?)?(?:\d{1,2}(?:\.\d+)?\ ?(?:"|″|''|”)\ ?)?[NS][,;/]?\ ?\d{1,3}\ ?°\ ?(?:\d{1,2}\ ?['′’]\ ?)?(?:\d{1,2}(?:\.\d+)?\ ?(?:"|″|''|”)\ ?)?[EW]"#;

const PERSON: &str = r"(?x)
    (?:(?:Dr|Mr|Mrs|Ms|Prof|Sir|Dame)\.?\ )?
    \p{Lu}(?:\.|[\p{Ll}'’]+(?:[-'’]?\p{Lu}\p{Ll}+)*)
    (?:\ (?:\p{Lu}\.|(?:van|von|de|der|den|del|della|di|da|dos|la|le|al|bin|ibn|ten)))*
    \ (?:\p{Lu}\p{Ll}+\ ){0,2}
    (?:Mc|Mac|O['’]|[dD]['’])?\p{Lu}[\p{Ll}'’]+(?:-\p{Lu}\p{Ll}+)*
    (?:,?\ (?:Jr|Sr)\.?|\ I{2,3}|\ IV)?";

const ADDRESS: &str = r"(?x)
    \d{1,5}(?:[A-Za-z]|[-/]\d{1,4})?,?\ (?:[NSEW]\.?\ )?(?:(?:\p{Lu}[\p{L}'’.]*|\d{1,3}(?:st|nd|rd|th))\ ){1,4}
      (?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Place|Pl|Square|Sq|Court|Ct|Terrace|Highway|Hwy|Parkway|Pkwy|Circle|Row|Quay|Crescent|Close|Gardens)\b\.?
      (?:,?\ (?:Suite|Apt|Unit|Floor|Room)\.?\ \#?[\w-]{1,6})?
    | \d{1,4}(?:\ ?(?:bis|ter))?,?\ (?:rue|avenue|boulevard|place|quai|chemin|allée|impasse)\ [\p{L}'’\ -]{2,40}\p{L}
    | (?:\p{Lu}[\p{L}-]*(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer)|\p{Lu}[\p{L}-]*\ (?:Straße|Strasse|Str\.|Weg|Platz|Allee|Ring|Damm|Ufer))\ \d{1,4}(?:\ ?[a-z]\b)?";
