use std::collections::HashMap;

use hanzo_adapter::{operations, reply, Base64};
use hanzo_config::{argv, load_config, Command};

use crate::refusal::Refusal;

operations! {
    pub(crate) fn register where Error = Refusal;

    "config.merge" (
        user_b64: Option<Base64>, project_b64: Option<Base64>, local_b64: Option<Base64>,
        env: HashMap<String, String>,
    ) => {
        let [user, project, local] = [&user_b64, &project_b64, &local_b64]
            .map(|file| file.as_ref().map(|bytes| bytes.0.as_slice()));
        Ok(load_config(user, project, local, &env)?)
    };

    "config.argv" (command: Command, args: Vec<String>) => reply! { argv: argv(&command, &args) };
}
