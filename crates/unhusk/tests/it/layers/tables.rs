//! Rules of the layers: which crate may use which, and which module of a crate may use which.
//!
//! The rows of a table are in the order of the flow: a row names only rows above it, so that no table allows a cycle.

/// A crate or module, and those that it may use.
pub(super) type LayerRow = (&'static str, &'static [&'static str]);

/// The crates of the workspace.
pub(super) const CRATES: &[LayerRow] = &[
    ("unhusk-page", &[]),
    ("unhusk-wrapper", &["unhusk-page"]),
    ("unhusk-learn", &["unhusk-page", "unhusk-wrapper"]),
    ("unhusk", &["unhusk-page", "unhusk-wrapper", "unhusk-learn"]),
    ("unhusk-baselines", &["unhusk-page", "unhusk-wrapper", "unhusk-learn"]),
    ("unhusk-rdf", &["unhusk-page", "unhusk-wrapper"]),
    ("unhusk-io", &["unhusk"]),
    ("unhusk-engine", &["unhusk", "unhusk-io"]),
    // `unhusk-io` for its tests only.
    ("unhusk-columns", &["unhusk-page", "unhusk-wrapper", "unhusk-io"]),
    ("unhusk-fetch", &[]),
    ("unhusk-studio", &["unhusk", "unhusk-rdf", "unhusk-io"]),
    ("unhusk-py", &["unhusk", "unhusk-io", "unhusk-engine"]),
    ("unhusk-mcp", &["unhusk", "unhusk-io", "unhusk-engine"]),
    ("unhusk-cli", ALL_OF_THE_LIBRARY),
    ("unhusk-lab", ALL_OF_THE_LIBRARY),
];

const ALL_OF_THE_LIBRARY: &[&str] = &[
    "unhusk-page",
    "unhusk-wrapper",
    "unhusk-learn",
    "unhusk",
    "unhusk-baselines",
    "unhusk-rdf",
    "unhusk-io",
    "unhusk-engine",
    "unhusk-columns",
    "unhusk-fetch",
    "unhusk-studio",
    "unhusk-mcp",
];

/// Crates that are never built to run a saved wrapper: learners, engines of regular expressions, CSV, terminals.
pub(super) const NOT_IN_WRAPPER: &[&str] = &[
    "unhusk-learn",
    "regex",
    "regex-automata",
    "regex-syntax",
    "fancy-regex",
    "aho-corasick",
    "csv",
    "csv-core",
    "unicode-width",
    "clap",
    "indicatif",
    "console",
    "terminal_size",
];

/// The modules of each crate. Those of the façade do not use each other.
pub(super) const MODULES: &[(&str, &[LayerRow])] = &[
    ("unhusk-page", PAGE),
    ("unhusk-wrapper", WRAPPER),
    ("unhusk-learn", LEARN),
    ("unhusk", &[("error", &[])]),
    ("unhusk-baselines", BASELINES),
    ("unhusk-rdf", RDF),
    ("unhusk-io", IO),
    ("unhusk-engine", ENGINE),
    ("unhusk-columns", COLUMNS),
    ("unhusk-fetch", FETCH),
    ("unhusk-studio", STUDIO),
    ("unhusk-mcp", MCP),
    ("unhusk-py", PY),
    ("unhusk-cli", CLI),
    ("unhusk-lab", LAB),
];

const PAGE: &[LayerRow] = &[
    ("warning", &[]),
    ("span", &[]),
    ("limits", &[]),
    ("budget", &[]),
    ("reference", &[]),
    ("tree", &["warning", "span", "limits"]),
    ("visible", &["tree"]),
    ("decode", &["warning", "visible"]),
    ("text", &["span", "reference", "tree", "visible"]),
    ("parse", &["warning", "limits", "reference", "tree", "text"]),
    ("page", &["warning", "span", "limits", "tree", "visible", "decode", "text", "parse"]),
    ("select", &["budget", "tree"]),
];

const WRAPPER: &[LayerRow] = &[
    ("json", &[]),
    ("nearest", &[]),
    ("literal", &[]),
    ("sort", &[]),
    ("record", &["nearest"]),
    ("align", &[]),
    ("extract", &["record"]),
    ("extraction", &["record", "extract"]),
    ("explain", &["record"]),
    ("delimiter", &["json", "sort", "record", "extract", "explain"]),
    ("context", &["sort", "record", "extract", "explain"]),
    ("landmark", &["record", "extract", "explain", "context"]),
    ("boundary", &["record", "extract", "explain", "context", "landmark"]),
    ("site", &["literal", "record", "extract", "explain", "delimiter", "context"]),
    ("pattern", &["sort", "record", "align", "extract", "explain", "context", "site"]),
    ("template", &["record", "extract", "explain", "context", "site"]),
    ("any", CLASSES),
    ("trace", &["any"]),
    ("profile", &["sort", "record", "extract", "any"]),
    ("file", &["json", "record", "extract", "extraction", "explain", "any", "profile"]),
    ("verify", &["sort", "record", "extract", "extraction", "site", "any", "profile", "file"]),
    ("summary", &["record", "extraction", "file", "profile", "verify"]),
    ("sink", &["record"]),
];

const CLASSES: &[&str] = &[
    "json",
    "record",
    "extract",
    "explain",
    "delimiter",
    "context",
    "landmark",
    "boundary",
    "site",
    "pattern",
    "template",
];

const LEARN: &[LayerRow] = &[
    ("address", &[]),
    ("extracted_values", &[]),
    ("example", &[]),
    ("error", &["example"]),
    ("score", &["example"]),
    ("readings", &["example", "score"]),
    ("pac", &["example"]),
    ("provenance", &["example", "address"]),
    ("review", &["error", "example", "score"]),
    ("robust", &["extracted_values", "readings"]),
    ("delimiter", &["error", "example"]),
    ("context", &["error", "example"]),
    ("luti", &["error", "example", "context"]),
    ("landmark", &["error", "example", "review"]),
    ("site", &["error", "example", "score", "delimiter", "context"]),
    ("pattern", &["error", "example", "review", "context", "site"]),
    ("template", &["error", "example", "review", "site", "provenance"]),
    ("auto", AUTO),
    ("catalog", CATALOG),
    ("learner", LEARNER),
    ("disambiguate", &["error", "example", "score", "delimiter", "auto", "catalog"]),
    ("teach", &["error", "example", "pac", "provenance", "delimiter", "landmark", "catalog"]),
    ("repair", &["example", "provenance", "catalog"]),
    ("export", &[]),
    ("maintain", &["example", "repair", "export"]),
];

const LEARNER: &[&str] = &[
    "error",
    "example",
    "score",
    "pac",
    "robust",
    "address",
    "provenance",
    "readings",
    "auto",
    "catalog",
];

const AUTO: &[&str] = &[
    "error",
    "example",
    "score",
    "extracted_values",
    "readings",
    "robust",
    "delimiter",
    "context",
    "site",
    "pattern",
    "template",
];

const CATALOG: &[&str] = &[
    "error",
    "example",
    "delimiter",
    "context",
    "luti",
    "landmark",
    "site",
    "pattern",
    "template",
    "auto",
];

const BASELINES: &[LayerRow] = &[
    ("tokens", &[]),
    ("bwi", &[]),
    ("dataprog", &[]),
    ("rapture", &[]),
    ("exalg", &["tokens"]),
    ("fivatech", &["tokens"]),
    ("roadrunner", &["tokens"]),
    ("tex", &["tokens"]),
];

const RDF: &[LayerRow] = &[
    ("vocabulary", &[]),
    ("sink", &["vocabulary"]),
    ("graph", &["vocabulary", "sink"]),
    ("share", &["vocabulary", "sink", "graph"]),
];

const IO: &[LayerRow] = &[("source", &[]), ("sink", &[]), ("recognizers", &["source"])];

const ENGINE: &[LayerRow] = &[
    ("ordered", &[]),
    ("input", &[]),
    ("library", &[]),
    ("failure", &["library"]),
    ("wrappers", &["library"]),
    ("reading", &["input", "library", "failure", "wrappers"]),
    ("extraction", &["ordered", "input", "wrappers", "reading"]),
    ("collect", &["failure", "wrappers", "reading", "extraction"]),
    ("resume", &["input", "failure", "reading", "extraction"]),
    ("follow", &["failure", "reading"]),
    ("watch", &[]),
];
const COLUMNS: &[LayerRow] =
    &[("column", &[]), ("levels", &["column"]), ("sink", &["column", "levels"]), ("source", &[])];
const FETCH: &[LayerRow] = &[
    ("failure", &[]),
    ("options", &[]),
    ("address", &[]),
    ("clock", &[]),
    ("lookup", &[]),
    ("list", &[]),
    ("robots", &[]),
    ("unpack", &["failure"]),
    ("target_url", &["failure", "options", "address"]),
    ("tls", &["failure"]),
    ("wire", &["failure", "options", "address", "lookup", "target_url"]),
    ("exchange", &["failure", "options", "lookup", "unpack", "target_url", "tls", "wire"]),
    ("pace", &["failure", "clock"]),
    ("retry", &["exchange"]),
    ("event", &["failure"]),
    ("polite", POLITE),
    ("warc", &["options", "exchange"]),
    ("page", &["failure", "target_url", "exchange", "polite", "warc"]),
    ("fetcher", FETCHER),
    ("sitemap", &["failure", "list", "unpack", "target_url", "exchange", "polite", "fetcher"]),
];

const POLITE: &[&str] = &[
    "failure",
    "options",
    "clock",
    "lookup",
    "robots",
    "target_url",
    "exchange",
    "pace",
    "retry",
    "event",
];

const FETCHER: &[&str] =
    &["failure", "options", "clock", "lookup", "target_url", "polite", "warc", "page", "event"];

const STUDIO: &[LayerRow] = &[
    ("place", &[]),
    ("view", &[]),
    ("pages", &[]),
    ("task", &[]),
    ("read", &["place", "pages", "task"]),
    ("gesture", &["place", "task", "read"]),
    ("studio", &["place", "view", "pages", "task", "read", "gesture"]),
    ("server", &["studio"]),
];

const PY: &[LayerRow] = &[
    ("error", &[]),
    ("node", &[]),
    ("page", &["error", "node"]),
    ("capsule", &[]),
    ("pages", &["error", "page", "capsule"]),
    ("record", &[]),
    ("batch", &["error", "capsule", "pages"]),
    ("wrapper", &["error", "page", "pages", "record", "batch"]),
    ("learner", &["error", "pages", "wrapper"]),
    ("induce", &["error", "pages", "wrapper"]),
    ("teach", &["error", "pages", "wrapper"]),
    ("verify", &["error", "pages", "wrapper"]),
    ("repair", &["error", "pages", "wrapper", "verify"]),
    ("export", &["error", "pages", "wrapper"]),
    ("warc", &["error", "page"]),
    ("library", &["error", "batch", "wrapper"]),
    ("observe", &["error", "pages", "wrapper", "verify"]),
    ("follow", &["error", "page"]),
];

const MCP: &[LayerRow] = &[
    ("bounds", &[]),
    ("error", &[]),
    ("folders", &[]),
    ("session", &["error", "folders"]),
    ("output_file", &["error", "session"]),
    ("pages", &["error", "folders", "session"]),
    ("records", &["bounds", "error", "session", "output_file"]),
    ("tools", &["bounds", "error", "folders", "session", "output_file", "pages", "records"]),
    ("input", &[]),
    ("server", &["error", "folders", "session", "tools", "input"]),
];

const CLI: &[LayerRow] = &[
    ("status", &[]),
    ("conflict", &[]),
    ("interrupt", &[]),
    ("parquet", &[]),
    ("output", &["interrupt"]),
    ("args", &["parquet", "output"]),
    ("usage", &["status", "output", "args"]),
    ("training", &["output"]),
    ("learning", &["conflict", "output", "args"]),
    ("extraction", &["status", "interrupt", "output", "args"]),
    ("fill", &["output", "args"]),
    ("unlabelled", &["output", "training"]),
    (
        "commands",
        &[
            "status",
            "conflict",
            "interrupt",
            "parquet",
            "output",
            "args",
            "training",
            "learning",
            "extraction",
            "fill",
            "unlabelled",
        ],
    ),
];

const LAB: &[LayerRow] = &[
    ("random", &[]),
    ("logistic", &[]),
    ("signals", &[]),
    ("results", &[]),
    ("venv", &[]),
    ("site", &[]),
    ("contest", &["results", "venv"]),
    ("alarm", &["random", "logistic", "signals", "results", "contest"]),
    ("redesign", &["results", "contest"]),
    ("wien", &["random", "results", "site"]),
    ("scaling", &["wien"]),
    ("kl", &["random", "results", "site", "scaling"]),
    ("corroborate", &["random", "results", "site"]),
    ("drift", &["logistic", "signals", "results", "contest", "redesign"]),
    ("fewshot", &["random", "contest"]),
    ("fingerprint", &["results", "contest"]),
    ("engine", &["random", "results", "venv"]),
    ("hostile", &[]),
    ("induce", &["results", "contest"]),
    ("parse", &["venv"]),
    ("read", &["results", "contest"]),
    ("studio", &["results", "site", "contest"]),
    ("teach", &["random", "results", "contest"]),
    ("thresher", &["results", "contest"]),
    ("soak", &["results"]),
];

/// A back edge that is known.
pub(super) struct Known {
    pub(super) krate: &'static str,
    pub(super) from: &'static [&'static str],
    pub(super) to: &'static str,
    /// The reason.
    #[expect(dead_code, reason = "for who reads the table")]
    pub(super) why: &'static str,
}

/// Existing back edges. One that is gone must be removed from the list.
pub(super) const KNOWN: &[Known] = &[
    Known {
        krate: "unhusk-page",
        from: &["tree"],
        to: "visible",
        why: "a tree keeps its visible nodes, which are gathered once, and marks elements that hide their content",
    },
    Known {
        krate: "unhusk-page",
        from: &["decode", "text"],
        to: "page",
        why: "options of pages say how bytes are decoded, and text at a span is read from a page",
    },
    Known {
        krate: "unhusk-learn",
        from: &["delimiter", "context", "luti", "landmark", "site", "pattern", "template", "auto"],
        to: "catalog",
        why: "settings of learners are declared beside the catalogue, which names the learners",
    },
    Known {
        krate: "unhusk-wrapper",
        from: &["any"],
        to: "trace",
        why: "tests count the pages that a wrapper of any class reads",
    },
    Known {
        krate: "unhusk-wrapper",
        from: &["file"],
        to: "verify",
        why: "a saved wrapper verifies pages by its own profile",
    },
    Known {
        krate: "unhusk-cli",
        from: &["args"],
        to: "commands",
        why: "the tree of commands names the arguments of every verb",
    },
    Known {
        krate: "unhusk-cli",
        from: &["output"],
        to: "args",
        why: "what is reported, and in which colour, is said by arguments",
    },
];
