use std::time::Instant;
use unhusk::example::{Example, Label, LabelCell, LabelledRecord, Place, Target, TrainingSet};
use unhusk::learn::{Settings, find_method};
use unhusk::page::{Page, Span};
use unhusk::record::{Field, Schema};

fn ex<'p>(page: &'p Page, recs: &[Vec<(usize, usize)>]) -> Example<'p> {
    Example {
        name: "p".into(),
        page,
        complete: true,
        negatives: vec![],
        records: recs
            .iter()
            .map(|r| LabelledRecord {
                cells: r
                    .iter()
                    .map(|&(a, b)| {
                        LabelCell::One(Label {
                            candidates: vec![Place {
                                span: Span::new(a, b),
                                target: Target::Range,
                            }],
                            text: None,
                        })
                    })
                    .collect(),
            })
            .collect(),
    }
}
fn run(name: &str, pages: &[(String, Vec<Vec<(usize, usize)>>)], k: usize) {
    let parsed: Vec<Page> = pages.iter().map(|p| Page::from(p.0.as_str())).collect();
    let schema = Schema::new((0..k).map(|i| Field::new(format!("f{i}"))).collect()).unwrap();
    for class in ["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt"] {
        let Some(m) = find_method(class) else { continue };
        let set = TrainingSet::from_examples(
            schema.clone(),
            parsed.iter().zip(pages).map(|(p, l)| ex(p, &l.1)).collect(),
        );
        let t = Instant::now();
        let r = (m.learn)(&set, &Settings::default());
        println!(
            "{name} {class} {:?} {}",
            t.elapsed(),
            match r {
                Ok(w) =>
                    serde_json::to_string(&w.wrapper).unwrap().chars().take(150).collect::<String>(),
                Err(e) => e.to_string().chars().take(150).collect(),
            }
        );
    }
}
fn rnd(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

#[test]
fn tmp() {
    let mut s = String::from("<p>");
    let mut r = vec![];
    for i in 0..10_000 {
        s += "<b>";
        let a = s.len();
        s += &format!("{i}");
        r.push(vec![(a, s.len())]);
        s += "</b>\n";
    }
    s += "<hr>";
    run("10k records", &[(s, r)], 1);
    for n in [50_000, 100_000, 200_000] {
        let s = "a".repeat(n);
        run(&format!("aaaa {n}"), &[(s, vec![vec![(n / 2, n / 2 + 1)]])], 1);
        let s = "a".repeat(n / 2) + "x" + &"a".repeat(n / 2);
        run(&format!("axa {n}"), &[(s, vec![vec![(n / 2, n / 2 + 1)]])], 1);
        let s = "ab".repeat(n / 4) + "x" + &"ba".repeat(n / 4);
        run(&format!("abxba {n}"), &[(s, vec![vec![(n / 2, n / 2 + 1)]])], 1);
    }
    // infeasible for HLRT: tail has nothing that is not in a separator: complete search over heads.
    for kb in [50, 100, 200] {
        let mut pages = vec![];
        for seed in 1..=10u64 {
            let mut x = seed * 7919;
            let noise = |x: &mut u64, n: usize| {
                let mut s = String::new();
                while s.len() < n {
                    s += [
                        "<td>",
                        "<tr>",
                        "</td>",
                        "<b>",
                        "lorem ",
                        "ipsum ",
                        "42 ",
                        "<a href=\"",
                        "\">",
                        "</a>\n",
                    ][(rnd(x) % 10) as usize];
                }
                s
            };
            let mut s = noise(&mut x, kb * 500);
            let mut r = vec![];
            let sep = noise(&mut x, 300);
            while s.len() < kb * 1000 {
                s += &sep;
                s += "<li><b>";
                let a = s.len();
                s += &format!("{}", rnd(&mut x) % 1000);
                let b = s.len();
                s += "</b> <i>";
                let c = s.len();
                s += &format!("{}", rnd(&mut x) % 100);
                r.push(vec![(a, b), (c, s.len())]);
                s += "</i>";
            }
            s += "<li><b>end</b>";
            pages.push((s, r));
        }
        run(&format!("infeasible {kb}KB"), &pages, 2);
        for p in &mut pages {
            p.0 += "<hr";
            p.0 = p.0.replacen("42 ", "4<hr", 1);
            p.0 = p.0.replacen("42 ", "4<hr", 1);
        }
    }
    for kb in [50, 100, 200] {
        let mut pages = vec![];
        let mut y = 99;
        let noise = |x: &mut u64, n: usize| {
            let mut s = String::new();
            while s.len() < n {
                s += [
                    "<td>",
                    "<tr>",
                    "</td>",
                    "<b>",
                    "lorem ",
                    "ipsum ",
                    "42 ",
                    "<a href=\"",
                    "\">",
                    "</a>\n",
                ][(rnd(x) % 10) as usize];
            }
            s
        };
        let sep = noise(&mut y, 300);
        for seed in 1..=10u64 {
            let mut x = seed * 7919;
            let mut s = noise(&mut x, kb * 500);
            let mut r = vec![];
            while s.len() < kb * 1000 {
                s += &sep;
                s += "<li><b>";
                let a = s.len();
                s += &format!("{}", rnd(&mut x) % 1000);
                let b = s.len();
                s += "</b> <i>";
                let c = s.len();
                s += &format!("{}", rnd(&mut x) % 100);
                r.push(vec![(a, b), (c, s.len())]);
                s += "</i>";
            }
            s += &sep[..200];
            pages.push((s, r));
        }
        run(&format!("infeasible2 {kb}KB"), &pages, 2);
    }
    // detail pages: one record each, long common head
    for kb in [50, 100, 200] {
        let mut pages = vec![];
        let head = {
            let mut x = 5;
            let mut s = String::new();
            while s.len() < 5000 {
                s += [
                    "<td>",
                    "<tr>",
                    "</td>",
                    "<b>",
                    "lorem ",
                    "ipsum ",
                    "42 ",
                    "<a href=\"",
                    "\">",
                    "</a>\n",
                ][(rnd(&mut x) % 10) as usize];
            }
            s
        };
        for seed in 1..=10u64 {
            let mut x = seed * 7919;
            let mut s = format!("{seed}") + &head + "<h1>";
            let a = s.len();
            s += &format!("Title {}", rnd(&mut x));
            let b = s.len();
            s += "</h1> <i>";
            let c = s.len();
            s += "12";
            let d = s.len();
            s += "</i>";
            while s.len() < kb * 1000 {
                s += [
                    "<td>",
                    "<tr>",
                    "</td>",
                    "<b>",
                    "lorem ",
                    "ipsum ",
                    "42 ",
                    "<a href=\"",
                    "\">",
                    "</a>\n",
                ][(rnd(&mut x) % 10) as usize];
            }
            pages.push((s, vec![vec![(a, b), (c, d)]]));
        }
        run(&format!("detail {kb}KB"), &pages, 2);
    }
}
