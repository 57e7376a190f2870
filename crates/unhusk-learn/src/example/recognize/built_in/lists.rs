//! Names of countries and currencies.

use unhusk_wrapper::internal::sort;

/// Members and observers of the United Nations, and territories with a code of their own, by their English short names
/// and other common names.
const COUNTRIES: &str = "Afghanistan|Albania|Algeria|Andorra|Angola|Antigua and Barbuda|Argentina|Armenia|Aruba|Australia|\
Austria|Azerbaijan|Bahamas|Bahrain|Bangladesh|Barbados|Belarus|Belgium|Belize|Benin|Bermuda|Bhutan|Bolivia|\
Bosnia and Herzegovina|Bosnia|Botswana|Brazil|Brunei|Bulgaria|Burkina Faso|Burma|Burundi|Cabo Verde|Cambodia|Cameroon|\
Canada|Cape Verde|Cayman Islands|Central African Republic|Chad|Chile|China|Colombia|Comoros|Congo|Costa Rica|\
Côte d'Ivoire|Croatia|Cuba|Curaçao|Cyprus|Czech Republic|Czechia|Democratic Republic of the Congo|Denmark|Djibouti|\
Dominica|Dominican Republic|East Timor|Ecuador|Egypt|El Salvador|England|Equatorial Guinea|Eritrea|Estonia|Eswatini|\
Ethiopia|Faroe Islands|Fiji|Finland|France|French Guiana|French Polynesia|Gabon|Gambia|Georgia|Germany|Ghana|Gibraltar|\
Great Britain|Greece|Greenland|Grenada|Guadeloupe|Guam|Guatemala|Guernsey|Guinea|Guinea-Bissau|Guyana|Haiti|Holland|\
Holy See|Honduras|Hong Kong|Hungary|Iceland|India|Indonesia|Iran|Iraq|Ireland|Isle of Man|Israel|Italy|Ivory Coast|\
Jamaica|Japan|Jersey|Jordan|Kazakhstan|Kenya|Kiribati|Korea|Kosovo|Kuwait|Kyrgyzstan|Laos|Latvia|Lebanon|Lesotho|\
Liberia|Libya|Liechtenstein|Lithuania|Luxembourg|Macao|Macau|Macedonia|Madagascar|Malawi|Malaysia|Maldives|Mali|Malta|\
Marshall Islands|Martinique|Mauritania|Mauritius|Mexico|Micronesia|Moldova|Monaco|Mongolia|Montenegro|Morocco|\
Mozambique|Myanmar|Namibia|Nauru|Nepal|Netherlands|New Caledonia|New Zealand|Nicaragua|Niger|Nigeria|North Korea|\
North Macedonia|Northern Ireland|Norway|Oman|Pakistan|Palau|Palestine|Panama|Papua New Guinea|Paraguay|Peru|\
Philippines|Poland|Portugal|Puerto Rico|Qatar|Republic of the Congo|Réunion|Romania|Russia|Russian Federation|Rwanda|\
Saint Kitts and Nevis|Saint Lucia|Saint Vincent and the Grenadines|Samoa|San Marino|São Tomé and Príncipe|\
Sao Tome and Principe|Saudi Arabia|Scotland|Senegal|Serbia|Seychelles|Sierra Leone|Singapore|Slovakia|Slovenia|\
Solomon Islands|Somalia|South Africa|South Korea|South Sudan|Spain|Sri Lanka|Sudan|Suriname|Swaziland|Sweden|\
Switzerland|Syria|Taiwan|Tajikistan|Tanzania|Thailand|The Gambia|Timor-Leste|Togo|Tonga|Trinidad and Tobago|Tunisia|\
Turkey|Türkiye|Turkmenistan|Tuvalu|UAE|UK|US|USA|U\\.S\\.A\\.|U\\.K\\.|Uganda|Ukraine|United Arab Emirates|United Kingdom|\
United States of America|United States|Uruguay|Uzbekistan|Vanuatu|Vatican City|Venezuela|Viet Nam|Vietnam|Wales|\
Western Sahara|Yemen|Yugoslavia|Zaire|Zambia|Zimbabwe";

/// The active codes of ISO 4217 that pages show, and codes that the euro replaced.
const CODES: &str = "AED|AFN|ALL|AMD|AOA|ARS|AUD|AWG|AZN|BAM|BBD|BDT|BGN|BHD|BIF|BMD|BND|BOB|BRL|BSD|BTN|BWP|BYN|BZD|CAD|CDF|\
CHF|CLP|CNY|COP|CRC|CUP|CVE|CZK|DEM|DJF|DKK|DOP|DZD|EGP|ERN|ETB|EUR|FJD|FKP|FRF|GBP|GEL|GHS|GIP|GMD|GNF|GTQ|GYD|HKD|HNL|HRK|HTG|HUF|\
IDR|ILS|INR|IQD|IRR|ISK|ITL|JMD|JOD|JPY|KES|KGS|KHR|KMF|KPW|KRW|KWD|KYD|KZT|LAK|LBP|LKR|LRD|LSL|LYD|MAD|MDL|MGA|MKD|MMK|MNT|MOP|MRU|\
MUR|MVR|MWK|MXN|MYR|MZN|NAD|NGN|NIO|NLG|NOK|NPR|NZD|OMR|PAB|PEN|PGK|PHP|PKR|PLN|PYG|QAR|RON|RSD|RUB|RWF|SAR|SBD|SCR|SDG|SEK|SGD|SHP|\
SLE|SOS|SRD|SSP|STN|SVC|SYP|SZL|THB|TJS|TMT|TND|TOP|TRY|TTD|TWD|TZS|UAH|UGX|USD|UYU|UZS|VED|VES|VND|VUV|WST|XAF|XCD|XOF|XPF|YER|ZAR|ZMW";

const SIGNS: &str = r"(?:US|CA|C|AU|A|NZ|HK|S|R|NT|Z)?\$|[€£¥₹₽₩₺₪₴₫฿]|zł|Kč|Fr\.|kr\.?";

const NAMES: &str = "(?:(?:US|U\\.S\\.|United States|Canadian|Australian|Hong Kong|New Zealand|Singapore|Taiwan|Fiji|Jamaican|Barbados|Bahamian) )?[dD]ollars?|\
[eE]uros?|(?:(?:British|Egyptian|Syrian|Lebanese|Cyprus|Irish) )?[pP]ounds?(?: [sS]terling)?|(?:(?:Japanese) )?[yY]en|(?:(?:Chinese) )?(?:[yY]uan|[rR]enminbi)|\
(?:(?:Swiss|French|Belgian|CFA) )?[fF]rancs?|(?:(?:Indian|Pakistani?|Sri Lankan?|Mauritius|Nepalese) )?[rR]upees?|(?:(?:Mexican|Argentine|Chilean|Colombian|Philippine) )?[pP]esos?|\
(?:(?:Danish|Norwegian|Swedish|Czech|Icelandic) )?(?:[kK]rone[rn]?|[kK]ronor|[kK]rona|[kK]orun[ay])|(?:(?:Russian) )?[rR]ubles?|(?:(?:Polish) )?[zZ]lot(?:y|ys)|\
(?:(?:Hungarian) )?[fF]orints?|(?:(?:Turkish|Italian) )?[lL]ira|(?:(?:South African) )?[rR]ands?|(?:(?:Thai) )?[bB]aht|(?:(?:Brazilian) )?[rR]eals?|(?:(?:South Korean|Korean) )?[wW]on|\
(?:(?:Malaysian) )?[rR]inggit|(?:(?:Indonesian) )?[rR]upiahs?|(?:(?:Israeli) )?[sS]hekels?|(?:(?:Saudi|Qatari|Omani|Iranian) )?[rR]i[y]?als?|(?:(?:Kuwaiti|Iraqi|Jordanian) )?[dD]inars?|\
(?:(?:German) )?[mM]arks|(?:(?:Dutch) )?[gG]uilders?";

/// An expression for all countries, longer names before their prefixes.
pub(super) fn countries() -> String {
    let mut names: Vec<&str> = COUNTRIES.split('|').collect();
    sort::by_key(&mut names, |name| std::cmp::Reverse(name.len()));
    names.join("|")
}

/// An expression for codes, signs and names of currencies.
pub(super) fn currencies() -> String {
    format!("{NAMES}|{CODES}|{SIGNS}")
}

/// An expression for currencies next to an amount.
pub(super) fn currency_marks() -> String {
    format!("{SIGNS}|{CODES}|[dD]ollars?|[eE]uros?|[pP]ounds?|[yY]en|[fF]rancs?")
}
