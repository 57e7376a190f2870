use unhusk::Page; use unhusk::example::{Labels, Strictness, TrainingSet}; use unhusk::learn::{Settings, find_method};
fn main() {
    let page = Page::from("<ul><li><a href='/1'>One</a> <i>first <b>thing</b></i><li><a href='/2'>Two</a> <i>second <b>thing</b></i></ul><a href='/up'>Up</a>");
    let other = Page::from("<ul><li><a href='/7'>Seven</a> <i>seventh <b>wonder</b></i></ul><a href='/up'>Up</a>");
    let labels = Labels::parse("x", r#"{"unhusk": "labels/1", "pages": [{"path": "1", "records": [{"link": "/1", "what": "first thing"}, {"link": "/2", "what": "second thing"}]}]}"#).unwrap();
    let set = TrainingSet::new(&labels, &[(0, &page)], Strictness::Strict).unwrap();
    println!("{:?}", set.examples()[0].records);
    let l = (find_method("kl").unwrap().learn)(&set, &Settings::default()).unwrap();
    println!("{}", serde_json::to_string_pretty(&l.wrapper).unwrap());
    let w = unhusk::wrapper::WrapperFile::new(set.schema().clone(), l.wrapper, unhusk::learn::provenance("kl", &set));
    println!("{:?}", w.extract(&page)); println!("{:?}", w.extract(&other));
}
