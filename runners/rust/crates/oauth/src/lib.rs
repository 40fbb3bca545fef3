//! The OAuth 2.0 authorization code flow with PKCE: what a client sends, how it judges answers.
//!
//! Here live the challenge, the authorization URL, the callback, and the token endpoint's request
//! and response, as functions. Browsers, listening sockets, HTTP, clocks and stored credentials do
//! not live here.
//!
//! ```
//! use hanzo_oauth::{challenge, read_callback, read_token_response};
//!
//! let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
//! assert_eq!(challenge(verifier)?, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
//!
//! let code = read_callback("code=SplxlOBeZQQYbYS6WxSbIA&state=xyz", "xyz", None)?;
//! assert_eq!(code, "SplxlOBeZQQYbYS6WxSbIA");
//!
//! let body = r#"{"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"Bearer","expires_in":60}"#;
//! let tokens = read_token_response(200, body, 1_000, Some("kept"))?;
//! assert_eq!(tokens.refresh_token.as_deref(), Some("kept"));
//! assert_eq!(tokens.expires_at, Some(1_060));
//! # Ok::<(), hanzo_oauth::OauthError>(())
//! ```

mod authorization;
mod encoding;
mod error;
mod pkce;
mod tokens;

pub use authorization::{authorization_url, read_callback, AuthorizationRequest};
pub use error::OauthError;
pub use pkce::{challenge, generate, Pkce, METHOD};
pub use tokens::{read_token_response, token_request, TokenRequest, Tokens};
