//! Params of the sandbox operations: configurations, machines, and words for what there is.

use hanzo_adapter::{shape, UpTo};
use hanzo_sandbox::{Features, Mode, Platform, Runtime, SandboxConfig};

shape! { enum Reach { Off = "off", Workspace = "workspace", Allowlist = "allowlist" } }
shape! { pub(crate) enum Container { Docker = "docker", Podman = "podman", K8s = "k8s" } }
shape! { pub(crate) enum System { Linux = "linux", Macos = "macos", Other = "other" } }
shape! { pub(crate) struct Config { mode: Reach, allowed_paths: Vec<String> } }
shape! {
    pub(crate) struct Machine {
        bwrap: bool, namespace: bool, seccomp: bool, sandbox_exec: bool, landlock: UpTo<1000>
    }
}

impl From<Config> for SandboxConfig {
    fn from(Config { mode, allowed_paths }: Config) -> Self {
        let mode = match mode {
            Reach::Off => Mode::Off,
            Reach::Workspace => Mode::Workspace,
            Reach::Allowlist => Mode::Allowlist,
        };
        Self { mode, allowed_paths }
    }
}

impl From<Container> for Runtime {
    fn from(container: Container) -> Self {
        match container {
            Container::Docker => Self::Docker,
            Container::Podman => Self::Podman,
            Container::K8s => Self::K8s,
        }
    }
}

impl From<System> for Platform {
    fn from(system: System) -> Self {
        match system {
            System::Linux => Self::Linux,
            System::Macos => Self::Macos,
            System::Other => Self::Other,
        }
    }
}

impl From<Machine> for Features {
    fn from(machine: Machine) -> Self {
        let Machine { bwrap, namespace, seccomp, sandbox_exec, landlock: UpTo(landlock) } = machine;
        // A thousand at the most.
        let landlock = u32::try_from(landlock).unwrap_or(u32::MAX);
        Self { bwrap, namespace, seccomp, sandbox_exec, landlock }
    }
}
