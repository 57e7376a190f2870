//! Names of months and days in English, German, French, Spanish, Italian, Portuguese and Dutch.

/// Abbreviations of each month, in lower case; a full name begins with one of them.
const MONTHS: [&[&str]; 12] = [
    &["jan", "jän", "gen", "ene"],
    &["feb", "fév", "fev", "fèv"],
    &["mar", "mär", "mrz", "maart", "mrt"],
    &["apr", "avr", "abr"],
    &["may", "mai", "mei", "mag"],
    &["jun", "juin", "giu"],
    &["jul", "juil", "lug"],
    &["aug", "aoû", "aou", "ago"],
    &["sep", "set"],
    &["oct", "okt", "out", "ott"],
    &["nov"],
    &["dec", "dez", "déc", "dic"],
];

/// Full names of months.
const LONG: &str = "january januar jänner janvier enero gennaio janeiro januari february februar février \
    fevrier febrero febbraio fevereiro februari march märz mars marzo março april avril abril aprile mayo maggio maio \
    june juni juin junio giugno junho july juli juillet julio luglio julho august août agosto augustus september \
    sept septembre septiembre settembre setembro october oktober octobre octubre ottobre outubro november novembre \
    noviembre novembro december dezember décembre decembre diciembre dicembre dezembro";

/// Names of weekdays, full and abbreviated.
const WEEKDAYS: &str = "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri \
    sat sun montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so lundi mardi \
    mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo lunedì martedì \
    mercoledì giovedì venerdì sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag";

/// Returns the number of a month, from 1.
pub(super) fn month(name: &str) -> Option<u8> {
    let name = name.to_lowercase();
    let is_whole = LONG.split_ascii_whitespace().any(|long| long == name);
    let position = MONTHS.iter().position(|beginnings| {
        beginnings.iter().any(|short| *short == name || is_whole && name.starts_with(short))
    })?;
    u8::try_from(position + 1).ok()
}

/// Whether `name` is a day of the week.
pub(super) fn is_weekday(name: &str) -> bool {
    let name = name.to_lowercase();
    WEEKDAYS.split_ascii_whitespace().any(|day| day == name)
}
