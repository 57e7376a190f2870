//! Which nodes begin a record: a selection task of its own.

use super::bits::Bits;
use super::build::Build;
use super::clues::{Common, common};
use super::ground::{Ground, Nodes};
use super::judge::{Judge, Look};
use super::limits::Reached;
use super::regions::Lineup;
use super::search::{Alike, Task, best_inexact, exact};
use crate::example::TrainingSet;
use std::cell::RefCell;
use unhusk_wrapper::context::NodeTarget;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::site::NodeRule;

/// The rules that vote on where a record begins; none if the nodes have nothing in common.
///
/// `pages` has every page as one scope; `all` are the records of every kind.
pub(super) fn learn(
    pages: &Ground<'_, '_>,
    examples: &TrainingSet<'_>,
    (lineup, all): (&Lineup, &Lineup),
    reached: &Reached,
) -> Vec<NodeRule> {
    let Some(target) = target(pages, lineup) else { return Vec::new() };
    let nodes = pages.nodes(&target);
    let is_in_part = examples.examples().iter().any(|example| !example.complete);
    let task = task(pages, &nodes, examples, lineup, all);
    let commons = common(pages, &nodes, &task.demands, (1.0, 1), reached);
    let alike = exact(&commons, &task, reached);
    if !alike.is_empty() {
        return voters(pages, &nodes, &target, &task, &commons, &alike, is_in_part);
    }
    let commons = common(pages, &nodes, &task.demands, (0.5, 1), reached);
    let alike = best_inexact(&commons, &task, reached);
    voters(pages, &nodes, &target, &task, &commons, &alike, is_in_part)
}

/// What all nodes are that begin a record.
fn target(pages: &Ground<'_, '_>, lineup: &Lineup) -> Option<NodeTarget> {
    let begins = lineup.begins.iter().enumerate();
    let mut is_text = begins.flat_map(|(page, begins)| {
        begins.iter().map(move |&(node, _)| pages.views[page].is_text(node))
    });
    let first = is_text.next()?;
    is_text.all(|other| other == first).then_some(if first {
        NodeTarget::Text
    } else {
        NodeTarget::Element
    })
}

fn task(
    pages: &Ground<'_, '_>,
    nodes: &Nodes,
    examples: &TrainingSet<'_>,
    lineup: &Lineup,
    all: &Lineup,
) -> Task {
    let mut wrong = Bits::none(nodes.len());
    let mut right = Bits::none(nodes.len());
    let mut demands = Vec::new();
    for (page, begins) in lineup.begins.iter().enumerate() {
        let view = &pages.views[page];
        if examples.examples()[page].complete {
            nodes.of_plot(page).for_each(|number| wrong.set(number));
        }
        for number in all.begins[page].iter().filter_map(|begin| nodes.find(page, begin.0)) {
            right.set(number);
        }
        for &(node, _) in begins {
            let Some(number) = nodes.find(page, node) else { continue };
            demands.push(vec![number]);
            // Records do not lie in each other.
            let inside = node + 1..view.end(node);
            let around = view.ancestors(view.whole(), node);
            for other in inside.chain(around).filter_map(|other: Node| nodes.find(page, other)) {
                wrong.set(other);
            }
        }
    }
    let doubtful = Bits::none(nodes.len());
    Task { demands, wrong: wrong.without(&right), doubtful }
}

fn voters(
    pages: &Ground<'_, '_>,
    nodes: &Nodes,
    target: &NodeTarget,
    task: &Task,
    commons: &[Common],
    alike: &[Alike],
    is_in_part: bool,
) -> Vec<NodeRule> {
    let mut judge = Judge {
        ground: pages,
        nodes,
        commons,
        target,
        many: true,
        presence: 1.0,
        build: None,
        looks: Vec::new(),
        seen: RefCell::default(),
    };
    judge.looks =
        task.demands.iter().take(60).map(|demand| judge.look(demand[0])).collect::<Vec<Look>>();
    if is_in_part {
        let labelled: Vec<usize> = task.demands.iter().map(|demand| demand[0]).collect();
        judge.build = Some(Build::of(&judge, &labelled));
    }
    judge.voters(alike).1
}
