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

use std::sync::Arc;

use hanzo_envelope::Tool;
use hanzo_tools::{action, tool as declared, Context};

/// The tool as it works in one workspace.
#[must_use]
pub fn tool(context: &Arc<Context>) -> Tool {
    declared(
        "vcs",
        Some("git"),
        [
            // Not the built-in one: HIP-0300 gives vcs an action of this name.
            (
                "status",
                action(context, schemas::status(), |context, _: NoParams| changes::status(context)),
            ),
            (
                "diff",
                action(context, schemas::diff(), |context, params| changes::diff(context, &params)),
            ),
            (
                "apply",
                action(context, schemas::apply(), |context, params| {
                    changes::apply(context, &params)
                }),
            ),
            (
                "commit",
                action(context, schemas::commit(), |context, params| {
                    history::commit(context, &params)
                }),
            ),
            (
                "branch",
                action(context, schemas::branch(), |context, params| {
                    branches::branch(context, &params)
                }),
            ),
            (
                "checkout",
                action(context, schemas::checkout(), |context, params| {
                    branches::checkout(context, &params)
                }),
            ),
            (
                "log",
                action(context, schemas::log(), |context, params| history::log(context, &params)),
            ),
        ],
    )
}

#[derive(serde::Deserialize)]
struct NoParams {}
