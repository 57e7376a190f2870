use unhusk::Page; use unhusk::example::{Labels, Strictness, TrainingSet}; use unhusk::learn::{Settings, find_method};
use std::fmt::Write;
fn table(seed: usize) -> (String, String) {
    let mut html = String::from("<html><body><h1>Prices</h1><table class=list>");
    let mut records = Vec::new();
    while html.len() < 100_000 {
        let row = records.len();
        html.push_str("<tr class=row>");
        let mut cells = Vec::new();
        for column in 0..10 {
            let value = format!("v{seed}-{row}-{column}");
            match column % 3 {
                0 => write!(html, "<td class=\"cell c{column}\">{value}</td>"),
                1 => write!(html, "<td class=\"cell\" align=right><b>{value}</b></td>"),
                _ => write!(html, "<td><a href=\"/item/{row}/{column}\">{value}</a></td>"),
            }.unwrap();
            cells.push(format!("\"f{column}\": \"{value}\""));
        }
        html.push_str("</tr>\n");
        records.push(format!("{{{}}}", cells.join(", ")));
    }
    (html + "</table></body></html>", records.join(", "))
}
fn main() {
    let (h, r) = table(0);
    let page = Page::from(&*h);
    let labels = Labels::parse("x", &format!(r#"{{"unhusk": "labels/1", "pages": [{{"path":"0","records":[{r}]}}]}}"#)).unwrap();
    let set = TrainingSet::new(&labels, &[(0, &page)], Strictness::Strict).unwrap();
    let l = (find_method("kl").unwrap().learn)(&set, &Settings::default()).unwrap();
    let j = serde_json::to_value(&l.wrapper).unwrap();
    for f in j["program"]["fields"].as_array().unwrap() { println!("k {} l {} {}", f["k"], f["l"], f["forks"]); }
    let w = unhusk::wrapper::WrapperFile::new(set.schema().clone(), l.wrapper, unhusk::learn::provenance("kl", &set));
    let best = |f: &mut dyn FnMut()| (0..if std::env::args().count()>1 {3000} else {200}).map(|_| { let t = std::time::Instant::now(); f(); t.elapsed() }).min().unwrap();
    if std::env::args().count()<2 { println!("min parse {:?}", best(&mut || { std::hint::black_box(Page::from(&*h).tree().len()); })); }
    println!("min extract {:?}", best(&mut || { std::hint::black_box(w.extract(&page)); }));
    let spans: Vec<_> = w.extract(&page).records.iter().flat_map(|r| r.cells.iter().map(|c| match c { unhusk::record::Cell::One(v) => v.span, _ => panic!() }).collect::<Vec<_>>()).collect();
    println!("min texts of {} values {:?}", spans.len(), best(&mut || { for &s in &spans { std::hint::black_box(page.text(s)); } }));
}
