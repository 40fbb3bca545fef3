//! What an operation answers in the place of a result: the errors of all libraries as failures.

use hanzo_adapter::Failure;
use hanzo_config::ConfigError;
use hanzo_hooks::HookError;
use hanzo_oauth::OauthError;
use serde_json::json;

/// A failure on its way out of an operation; what `?` meets there turns into it.
pub(crate) struct Refusal(Failure);

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        refusal.0
    }
}

/// Errors whose code and text say all.
macro_rules! without_details {
    ($($error:ty),+ $(,)?) => {
        $(impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                Self(Failure::domain(error.code(), error.to_string()))
            }
        })+
    };
}

without_details!(
    hanzo_envelope::InvalidParams,
    hanzo_gate::InvalidLimit,
    hanzo_gate::UnknownTool,
    hanzo_ids::InvalidParams,
    hanzo_mcp_names::InvalidName,
    hanzo_permissions::InvalidMode,
    hanzo_sandbox::SandboxError,
    hanzo_session::SessionError,
    hanzo_sse::SseBufferOverflow,
);

impl From<ConfigError> for Refusal {
    fn from(error: ConfigError) -> Self {
        let details = json!({ "tier": error.tier(), "path": error.path() });
        Self(Failure::domain(error.code(), error.to_string()).with_details(details))
    }
}

impl From<HookError> for Refusal {
    fn from(error: HookError) -> Self {
        let failure = Failure::domain(error.code(), error.to_string());
        Self(match error {
            HookError::InvalidHook { index, member } => {
                failure.with_details(json!({ "index": index, "member": member }))
            }
            HookError::InvalidCall(_) => failure,
        })
    }
}

impl From<OauthError> for Refusal {
    fn from(error: OauthError) -> Self {
        let failure = Failure::domain(error.code(), error.to_string());
        Self(match error {
            OauthError::AuthorizationDenied { error } => {
                failure.with_details(json!({ "error": error }))
            }
            _ => failure,
        })
    }
}

impl From<hanzo_migration::Refused> for Refusal {
    fn from(refused: hanzo_migration::Refused) -> Self {
        let failure = Failure::domain(refused.code, refused.to_string());
        Self(failure.with_details(refused.details))
    }
}

impl From<hanzo_envelope::ToolError> for Refusal {
    fn from(refused: hanzo_envelope::ToolError) -> Self {
        let failure = Failure::domain(refused.code, refused.message);
        Self(match refused.details {
            Some(details) => failure.with_details(details.into()),
            None => failure,
        })
    }
}

impl From<hanzo_rename::InvalidVersion> for Refusal {
    fn from(error: hanzo_rename::InvalidVersion) -> Self {
        let details = json!({ "version": error.version() });
        Self(Failure::domain(error.code(), error.to_string()).with_details(details))
    }
}
