//! `unhusk page`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}
pub(crate) fn run(
    _args: &Args,
    _talk: &crate::output::Talk,
) -> anyhow::Result<crate::status::ExitStatus> {
    anyhow::bail!("stub")
}
