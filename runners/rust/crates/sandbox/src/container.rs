//! Which container runs a process, by what containers leave behind.

use serde::Serialize;

/// A container's runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Runtime {
    /// Docker.
    Docker,
    /// Podman.
    Podman,
    /// Kubernetes.
    K8s,
}

/// What a process sees of its container.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signs {
    /// The text of `/proc/1/cgroup`.
    pub cgroup: Option<String>,
    /// Whether there is a `/.dockerenv`.
    pub dockerenv: bool,
    /// Whether there is a `/run/.containerenv`.
    pub containerenv: bool,
    /// The variable `KUBERNETES_SERVICE_HOST`.
    pub kubernetes_service_host: Option<String>,
}

/// In the order in which they are looked for: runtimes stand in the groups of those that they use.
const CGROUP_WORDS: [(&str, Runtime); 4] = [
    ("kubepods", Runtime::K8s),
    ("libpod", Runtime::Podman),
    ("podman", Runtime::Podman),
    ("docker", Runtime::Docker),
];

/// The container of the process that sees this, by the first sign of one.
///
/// Spec: SANDBOX-17 to SANDBOX-24.
#[must_use]
pub fn detect(signs: &Signs) -> Option<Runtime> {
    let cgroup = signs.cgroup.as_deref().unwrap_or_default();
    let named = CGROUP_WORDS.iter().find(|(word, _)| cgroup.contains(word));
    if let Some((_, runtime)) = named {
        return Some(*runtime);
    }
    if signs.dockerenv {
        return Some(Runtime::Docker);
    }
    if signs.containerenv {
        return Some(Runtime::Podman);
    }
    let host = signs.kubernetes_service_host.as_deref().unwrap_or_default();
    (!host.is_empty()).then_some(Runtime::K8s)
}
