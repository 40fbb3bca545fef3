use hanzo_adapter::{operations, reply, shape, UpTo};
use hanzo_rename::{resolve, shim, Registry};
use serde_json::{json, Map, Value};

use crate::refusal::Refusal;

shape! { enum Place { Crates = "crates", PyPi = "pypi", Npm = "npm" } }

/// Seconds whose milliseconds all languages count exactly.
type Seconds = UpTo<9_007_199_254_740>;

impl From<Place> for Registry {
    fn from(place: Place) -> Self {
        match place {
            Place::Crates => Self::Crates,
            Place::PyPi => Self::PyPi,
            Place::Npm => Self::Npm,
        }
    }
}

operations! {
    pub(crate) fn register where Error = Refusal;

    "rename.resolve" (registry: Place, name: String, published_s: Option<Seconds>,
                      now_s: Seconds) => {
        let published_s = published_s.map(|at| at.0 as u64);
        let found = resolve(registry.into(), &name, published_s, now_s.0 as u64);
        reply! { name: found.name, state: found.state.word(), warning: found.warning }
    };

    "rename.shim" (registry: Place, version: String, new_version: String) => {
        let made = shim(registry.into(), &version, &new_version)?;
        let programs: Map<String, Value> =
            made.programs.into_iter().map(|(old, new)| (old.to_owned(), new.into())).collect();
        reply! { package: json!({
            "name": made.name,
            "version": made.version,
            "description": made.description,
            "requires": { "name": made.new_name, "range": made.range },
            "programs": programs,
        }) }
    };
}
