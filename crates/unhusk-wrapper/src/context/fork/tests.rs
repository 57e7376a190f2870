//! Fork sets as text, and work that is counted.

use super::{
    Accepted, Budget, ElementName, Exhausted, ForkMatcher, Forks, Index, NO_PARENT, Node,
    NodeSymbol, NodeSymbols, Outline, SymbolNames, read, write, write_element, write_text,
};

fn written(forks: &Forks, names: &SymbolNames) -> String {
    let name = |symbol: NodeSymbol, out: &mut String| match symbol {
        NodeSymbol::ANY_TEXT => out.push('@'),
        symbol if symbol.is_text() => write_text(&names.texts()[symbol.id()], out),
        symbol => write_element(&names.elements()[symbol.id()], out),
    };
    write(forks, &name, 10_000).expect("short").join(" ")
}

/// Reads with k = 3 and l = 4 and writes again.
fn round_trip(text: &str) -> Result<String, String> {
    let (mut forks, mut names) = (Forks::default(), SymbolNames::default());
    let root = read(text, (3, 4), &mut forks, &mut names).map_err(|error| error.to_string())?;
    forks.add_root(root);
    Ok(written(&forks, &names))
}

#[test]
fn what_is_written_is_read_back() {
    for text in [
        "@:X",
        "li('name:',b(@:X))",
        "tr(td(@|b),td(a(@:X)))",
        "td.price#x[itemprop=name]:X",
        "'it\\'s \\\\ (so, it) | seems:':X",
        "a.md\\:w-1\\/2(@:X)",
        "x\\.y(@:X)",
        "'\\u{1}tab\\u{9}':X",
        "p(@,@:X|@:X,@)",
    ] {
        assert_eq!(round_trip(text).as_deref(), Ok(text));
    }
}

#[test]
fn alternatives_are_sorted_and_kept_once() {
    assert_eq!(round_trip("p(b,@:X|@:X,b|b,@:X)").as_deref(), Ok("p(@:X,b|b,@:X)"));
}

#[test]
fn what_is_wrong_is_said() {
    for (text, expected) in [
        ("", "the end where a tag, `@` or a text in quotes should stand"),
        ("a(", "the end where a tag, `@` or a text in quotes should stand"),
        ("a(@:X", "the end where `(`, `,`, `|`, `)` or the end should stand"),
        ("a(@:X))", "`)` where `(`, `,`, `|`, `)` or the end should stand"),
        ("a(@:X)(@)", "`(` where `(`, `,`, `|`, `)` or the end should stand"),
        ("@:Y", "`Y` where `X` behind `:` should stand"),
        ("'x", "the end where `'` at the end of a text should stand"),
        ("a[b:X", "`:` where `=` behind an attribute should stand"),
        ("a(b(c(d(@:X))))", "more than 4 levels"),
        ("a(@:X,b,c,d)", "more than 3 neighbours"),
        ("a(b)", "a fork with 0 marks instead of one"),
        ("a:X(@:X)", "a fork with 2 marks instead of one"),
        ("a(@:X|b)", "a fork with 0 marks instead of one"),
    ] {
        assert_eq!(round_trip(text), Err(expected.to_owned()), "{text:?}");
    }
}

#[test]
fn nesting_without_end_is_refused_without_recursion() {
    assert!(round_trip(&"a(".repeat(100_000)).is_err());
    assert!(round_trip(&format!("'{}", "\\u{".repeat(100_000))).is_err());
}

#[test]
fn long_sets_are_not_written() {
    let (mut forks, mut names) = (Forks::default(), SymbolNames::default());
    let text = "a(b(c(@,d|d,@),e|e,c(@,d|d,@)),@:X)";
    let root = read(text, (3, 4), &mut forks, &mut names).expect("well formed");
    forks.add_root(root);
    let name = |_: NodeSymbol, out: &mut String| out.push('x');
    assert!(write(&forks, &name, text.len()).is_some());
    assert_eq!(write(&forks, &name, text.len() / 2), None);
}

#[test]
fn elements_are_written_like_css() {
    let mut out = String::new();
    let tokens = ["class=a.b", "class=c", "data-x=1 2", "id=d"].map(str::to_owned).to_vec();
    write_element(&ElementName { tag: "td".to_owned(), tokens }, &mut out);
    assert_eq!(out, "td.a\\.b.c[data-x=1\\ 2]#d");
}

/// All nodes equal except texts.
struct Alike<'o>(&'o Outline);

impl NodeSymbols for Alike<'_> {
    fn symbol(&self, node: Node) -> NodeSymbol {
        match self.0.children(node) {
            [] => NodeSymbol::ANY_TEXT,
            _ => NodeSymbol::element(0),
        }
    }
}

#[test]
fn the_budget_ends_the_work() {
    // A root over ten thousand `a(@)`; windows of a hundred around each.
    let n: u32 = 10_000;
    let parents = (0..=2 * n).map(|node| match node {
        0 => NO_PARENT,
        odd if odd % 2 == 1 => 0,
        even => even - 1,
    });
    let outline = Outline::from_parents(parents.collect());
    let (mut forks, mut names) = (Forks::default(), SymbolNames::default());
    let windows: Vec<String> = (0..100)
        .map(|marked| {
            let row: Vec<&str> =
                (0..100).map(|at| if at == marked { "a(@:X)" } else { "a(@)" }).collect();
            row.join(",")
        })
        .collect();
    let texts = ["@:X".to_owned(), "a(@:X)".to_owned(), format!("a({})", windows.join("|"))];
    let roots: Vec<u32> = texts
        .iter()
        .map(|text| read(text, (100, 3), &mut forks, &mut names).expect("well formed"))
        .collect();
    let index = Index::new(&forks);
    let rule = Accepted::new(&forks, &roots, 3);
    let symbols = Alike(&outline);
    let mut run = ForkMatcher::new(&index, 100, &outline, &symbols);
    let mut budget = Budget::new(100_000_000);
    // Texts in the middle have a full row on both sides, the first one only behind it.
    assert_eq!(run.accepts(n, &rule, &mut budget), Ok(true));
    assert_eq!(run.accepts(2, &rule, &mut budget), Ok(true));
    let mut small = Budget::new(1_000_000);
    let answers = (1..=n).map(|at| run.accepts(2 * at, &rule, &mut small));
    let n_answers = answers.take_while(|answer| *answer != Err(Exhausted)).count();
    assert!((10..1000).contains(&n_answers), "{n_answers} of {n} before a million steps were used");
}
