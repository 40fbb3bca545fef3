//! The tool `vcs`: status, differences, commits and branches, by git.

mod branches;
mod changes;
mod dates;
mod git;
mod history;
mod naming;
mod parsing;
mod patch_names;
mod repository;
mod schemas;

use hanzo_tools::{action, tool as declared, Declaration};

/// The tool as it works in any workspace.
#[must_use]
pub fn tool() -> Declaration {
    declared(
        "vcs",
        Some("git"),
        [
            // Not the built-in one: HIP-0300 gives vcs an action of this name.
            action("status", schemas::status(), |context, _: NoParams| changes::status(context)),
            action("diff", schemas::diff(), |context, params| changes::diff(context, &params)),
            action("apply", schemas::apply(), |context, params| changes::apply(context, &params)),
            action("commit", schemas::commit(), |context, params| {
                history::commit(context, &params)
            }),
            action("branch", schemas::branch(), |context, params| {
                branches::branch(context, &params)
            }),
            action("checkout", schemas::checkout(), |context, params| {
                branches::checkout(context, &params)
            }),
            action("log", schemas::log(), |context, params| history::log(context, &params)),
        ],
    )
}

#[derive(serde::Deserialize)]
struct NoParams {}
