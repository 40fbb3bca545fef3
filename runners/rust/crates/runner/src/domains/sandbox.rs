use std::collections::HashMap;

use hanzo_adapter::{operations, reply};
use hanzo_sandbox::{
    decide_mode, detect, make_plan, resolve, Place, Sandbox, SandboxConfig, Signs,
};

use crate::refusal::Refusal;
use crate::wire::sandbox::{Config, Container, Machine, System};

operations! {
    pub(crate) fn register where Error = Refusal;

    "sandbox.resolve" (path: String, base: String, links: HashMap<String, String>) => reply! {
        path: resolve(&path, &base, |place| Ok(links.get(place).cloned()))?
    };
    "sandbox.detect" (cgroup: Option<String>, dockerenv: bool, containerenv: bool,
                      kubernetes_service_host: Option<String>) => reply! {
        runtime: detect(&Signs { cgroup, dockerenv, containerenv, kubernetes_service_host })
    };
    "sandbox.plan" (config: Option<Config>, container: Option<Container>, platform: System,
                    roots: Vec<String>, tmp: String, cwd: String, features: Machine,
                    command: Vec<String>) => {
        let config = config.map(SandboxConfig::from);
        let mode = decide_mode(config.map(|config| config.mode), container.map(Into::into));
        let place = Place { roots, tmp, cwd };
        Ok(make_plan(mode, platform.into(), &features.into(), &place, &command))
    };
    "sandbox.check" (workspace: String, config: Config, paths: Vec<String>) => {
        let sandbox = Sandbox::new(Some(&config.into()), &workspace)?;
        reply! { results: paths.iter().map(|path| sandbox.judge(path)).collect::<Vec<_>>() }
    };
}
