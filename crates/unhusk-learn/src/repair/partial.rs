//! Repair in part: a field that cannot be mended is left as it was, and the others are mended.
//!
//! A refusal names the field at fault; if it names none, the field of which fewest known values are on the pages is. The wrapper without this field is repaired instead, until a repair is accepted
//! or no field is left. The rules of the fields that were left out are then added to the new wrapper. This needs rules
//! that do not depend on each other, which the wrappers of class `site` have.

use super::known;
use super::{KnownRecords, RefusalReason, RepairOutcome, RepairedWrapper, repair};
use crate::example::NamedPage;
use unhusk_wrapper::profile::{FieldProfile, Profile};
use unhusk_wrapper::site::{FieldLook, FieldRule, RecordLook, Records, Site};
use unhusk_wrapper::verify::VerifyError;
use unhusk_wrapper::{AnyWrapper, Wrapper};

/// Repairs the fields of a wrapper that can be repaired; [`RepairedWrapper::left`] has the others.
///
/// # Errors
/// If the file has no profile, an empty profile, or the profile of another wrapper.
pub fn repair_partial(
    file: &Wrapper,
    pages: &[NamedPage<'_>],
    given: &[KnownRecords],
) -> Result<RepairOutcome, VerifyError> {
    match repair(file, pages, given)? {
        RepairOutcome::Refused(reasons) => in_part(file, pages, given, reasons),
        RepairOutcome::Proposed(proposed) => {
            match in_part(file, pages, given, proposed.reasons.clone())? {
                RepairOutcome::Refused(_) => Ok(RepairOutcome::Proposed(proposed)),
                other => Ok(other),
            }
        }
        other => Ok(other),
    }
}

/// Leaves out one field after the other until the rest is repaired; `reasons` say why the whole was not.
fn in_part(
    file: &Wrapper,
    pages: &[NamedPage<'_>],
    given: &[KnownRecords],
    mut reasons: Vec<RefusalReason>,
) -> Result<RepairOutcome, VerifyError> {
    let mut fields: Vec<usize> = (0..file.schema.fields().len()).collect();
    let mut left: Vec<RefusalReason> = Vec::new();
    loop {
        let name = |field: &usize| &file.schema.fields()[*field].name;
        let is_at_fault =
            |reason: &RefusalReason, field: &usize| reason.field.as_ref() == Some(name(field));
        let at_fault = reasons.iter().find_map(|reason| {
            let position = fields.iter().position(|field| is_at_fault(reason, field))?;
            Some((position, reason.clone()))
        });
        let at_fault = at_fault.or_else(|| known::least_found(file, pages, &fields));
        let Some((position, reason)) = at_fault else {
            left.extend(reasons);
            return Ok(RepairOutcome::Refused(left));
        };
        left.push(reason);
        fields.remove(position);
        let Some(part) = selected(file, &fields) else {
            return Ok(RepairOutcome::Refused(left));
        };
        let given: Vec<KnownRecords> =
            given.iter().map(|known| of_fields(known, &fields)).collect();
        reasons = match repair(&part, pages, &given)? {
            RepairOutcome::Refused(reasons) => reasons,
            RepairOutcome::Proposed(proposed) => proposed.reasons,
            // What is left was read correctly before: nothing can be mended.
            RepairOutcome::Healthy(_) => return Ok(RepairOutcome::Refused(left)),
            RepairOutcome::Repaired(repaired) => {
                let repaired =
                    RepairedWrapper { left, ..with_the_others(file, *repaired, &fields) };
                return Ok(RepairOutcome::Repaired(Box::new(repaired)));
            }
        };
    }
}

fn of_fields(known: &KnownRecords, fields: &[usize]) -> KnownRecords {
    let record = |record: &Vec<Vec<String>>| {
        fields.iter().map(|field| record.get(*field).cloned().unwrap_or_default()).collect()
    };
    KnownRecords { page: known.page.clone(), records: known.records.iter().map(record).collect() }
}

/// The wrapper with some of its fields; `None` if there are none, or if its rules depend on each other.
pub(super) fn selected(file: &Wrapper, fields: &[usize]) -> Option<Wrapper> {
    let AnyWrapper::Site(site) = &file.rule else { return None };
    if fields.is_empty() {
        return None;
    }
    let schema = fields.iter().map(|field| file.schema.fields()[*field].clone()).collect();
    let profile = file.profile.as_ref()?;
    let mut part = profile.clone();
    part.fields = fields.iter().map(|field| profile.fields[*field].clone()).collect();
    for record in part.known.iter_mut().flat_map(|page| &mut page.records) {
        *record =
            fields.iter().map(|field| record.get(*field).cloned().unwrap_or_default()).collect();
    }
    Some(Wrapper {
        schema: file.schema.with_fields(schema).ok()?,
        rule: AnyWrapper::Site(select_rules(site, fields)?),
        profile: Some(part),
        ..file.clone()
    })
}

fn select_rules(site: &Site, fields: &[usize]) -> Option<Site> {
    let records = match site.records() {
        Records::Page => Records::Page,
        Records::Regions(regions) => {
            let mut regions = regions.clone();
            let moved = |field: &usize| fields.iter().position(|one| one == field);
            regions.required = regions.required.iter().filter_map(moved).collect();
            regions.look =
                regions.look.map(|look| moved_look(look, fields.len(), |field| moved(&field)));
            Records::Regions(regions)
        }
        Records::Sequence(_) | Records::Layouts(_) => return None,
    };
    let rules = fields.iter().map(|field| site.fields()[*field].clone()).collect();
    Site::new(records, site.landmarks().to_vec(), rules).ok()
}

/// The look of records whose fields have other positions, or are left out.
fn moved_look(
    mut look: RecordLook,
    n_fields: usize,
    moved: impl Fn(usize) -> Option<usize>,
) -> RecordLook {
    let mut fields = vec![FieldLook::default(); n_fields];
    for (field, of_field) in look.fields.into_iter().enumerate() {
        if let Some(at) = moved(field) {
            fields[at] = of_field;
        }
    }
    look.fields = fields;
    for item in look.examples.iter_mut().flatten() {
        item.fields = item.fields.iter().filter_map(|&field| moved(field)).collect();
    }
    look
}

/// Adds the fields that were not repaired to the new wrapper, with their old rules and their old baseline. If the rules
/// cannot be combined, the new wrapper lacks these fields.
fn with_the_others(old: &Wrapper, repaired: RepairedWrapper, fields: &[usize]) -> RepairedWrapper {
    match combined(old, &repaired.file, fields) {
        Some(file) => RepairedWrapper { file, ..repaired },
        None => repaired,
    }
}

/// The new wrapper, which reads `fields` of the old one, with the old rules of the other fields.
pub(super) fn combined(old: &Wrapper, new: &Wrapper, fields: &[usize]) -> Option<Wrapper> {
    let (AnyWrapper::Site(old_site), AnyWrapper::Site(new_site)) = (&old.rule, &new.rule) else {
        return None;
    };
    let n_fields = old.schema.fields().len();
    let mended = |field: usize| fields.iter().position(|one| *one == field);
    let records = match new_site.records() {
        Records::Page => Records::Page,
        Records::Regions(regions) => {
            let mut regions = regions.clone();
            regions.required = regions.required.iter().map(|field| fields[*field]).collect();
            let moved = |field: usize| fields.get(field).copied();
            regions.look = regions.look.map(|look| moved_look(look, n_fields, moved));
            Records::Regions(regions)
        }
        Records::Sequence(_) | Records::Layouts(_) => return None,
    };
    let rule = |field: usize| -> FieldRule {
        let new = mended(field).and_then(|at| new_site.fields().get(at));
        new.unwrap_or(&old_site.fields()[field]).clone()
    };
    let mut landmarks = new_site.landmarks().to_vec();
    let others = old_site.landmarks().iter().filter(|text| !new_site.landmarks().contains(text));
    landmarks.extend(others.cloned());
    let site = Site::new(records, landmarks, (0..n_fields).map(rule).collect()).ok()?;
    let field = |field: usize| {
        let new = mended(field).map(|at| &new.schema.fields()[at]);
        new.unwrap_or(&old.schema.fields()[field]).clone()
    };
    Some(Wrapper {
        schema: old.schema.with_fields((0..n_fields).map(field).collect()).ok()?,
        rule: AnyWrapper::Site(site),
        profile: combined_profile(old.profile.as_ref()?, new.profile.as_ref()?, n_fields, mended),
        ..new.clone()
    })
}

/// The new profile, with the old one of each field that was not mended.
fn combined_profile(
    old: &Profile,
    new: &Profile,
    n_fields: usize,
    mended: impl Fn(usize) -> Option<usize>,
) -> Option<Profile> {
    let field = |field: usize| -> Option<FieldProfile> {
        match mended(field) {
            Some(at) => new.fields.get(at).cloned(),
            None => old.fields.get(field).cloned(),
        }
    };
    let mut profile = new.clone();
    profile.fields = (0..n_fields).map(field).collect::<Option<_>>()?;
    for record in profile.known.iter_mut().flat_map(|page| &mut page.records) {
        let cell = |field: usize| mended(field).and_then(|at| record.get(at)).cloned();
        *record = (0..n_fields).map(|field| cell(field).unwrap_or_default()).collect();
    }
    Some(profile)
}
