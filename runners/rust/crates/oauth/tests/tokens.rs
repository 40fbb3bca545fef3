//! The token endpoint's request and response.

use hanzo_oauth::{read_token_response, token_request, OauthError, TokenRequest, Tokens};

const LATEST: u64 = 9_007_199_254_740_991;

fn request(verifier: &str) -> TokenRequest {
    TokenRequest {
        code: "a b+~*é".to_owned(),
        verifier: verifier.to_owned(),
        client_id: "id".to_owned(),
        redirect_uri: "http://[::1]/".to_owned(),
    }
}

/// A response with these members beside a valid token.
fn respond(members: &str) -> Result<Tokens, OauthError> {
    let body = format!(r#"{{"access_token":"t","token_type":"Bearer"{members}}}"#);
    read_token_response(200, &body, 1_000, Some("held"))
}

fn code<T: std::fmt::Debug>(refused: Result<T, OauthError>) -> &'static str {
    refused.expect_err("it is refused").code()
}

#[test]
fn the_request_is_a_form_in_its_order() {
    let body = token_request(&request(&"~".repeat(43))).expect("the verifier is valid");
    let expected = format!(
        "grant_type=authorization_code&code=a+b%2B%7E*%C3%A9&redirect_uri=http%3A%2F%2F%5B%3A%3A1\
         %5D%2F&client_id=id&code_verifier={}",
        "%7E".repeat(43)
    );
    assert_eq!(body, expected);
    assert_eq!(code(token_request(&request("short"))), "INVALID_VERIFIER");
}

#[test]
fn a_status_other_than_200_is_a_token_error_whatever_the_body_is() {
    let body = r#"{"access_token":"t","token_type":"bearer"}"#;
    assert!(read_token_response(200, body, 0, None).is_ok());
    for status in [201, 204, 302, 400, 401, 500] {
        assert_eq!(code(read_token_response(status, body, 0, None)), "TOKEN_ERROR", "{status}");
    }
}

#[test]
fn an_error_member_is_a_token_error_unless_it_is_null() {
    for error in ["\"invalid_grant\"", "\"\"", "false", "{}", "0"] {
        assert_eq!(code(respond(&format!(",\"error\":{error}"))), "TOKEN_ERROR", "{error}");
    }
    assert!(respond(",\"error\":null,\"other\":[1e999]").is_ok());
}

#[test]
fn a_body_that_is_no_json_object_is_invalid() {
    for body in [
        "",
        "null",
        "[]",
        "\"\"",
        "access_token=t&token_type=bearer",
        "{",
        "{} {}",
        r#"[null,"t","bearer",null,null]"#,
        "\u{feff}{}",
        "{\"access_token\":NaN}",
    ] {
        let refused = read_token_response(200, body, 0, None);
        assert_eq!(code(refused), "INVALID_TOKEN_RESPONSE", "{body}");
    }
}

#[test]
fn tokens_are_printable_ascii_text() {
    for token in ["\"\"", "1", "\"é\"", "\"a\\nb\"", "\"\\u007f\"", "[\"t\"]", "null"] {
        let body = format!(r#"{{"access_token":{token},"token_type":"bearer"}}"#);
        let refused = read_token_response(200, &body, 0, None);
        assert_eq!(code(refused), "INVALID_TOKEN_RESPONSE", "access {token}");
        if token != "null" {
            let refused = respond(&format!(",\"refresh_token\":{token}"));
            assert_eq!(code(refused), "INVALID_TOKEN_RESPONSE", "refresh {token}");
        }
    }
}

#[test]
fn the_type_is_bearer_in_any_case() {
    for (kind, known) in [
        ("\"bearer\"", true),
        ("\"BEARER\"", true),
        ("\"be\\u0061rer\"", true),
        ("\"mac\"", false),
        ("\"bearer \"", false),
        ("\"\"", false),
        ("null", false),
        ("1", false),
    ] {
        let body = format!(r#"{{"access_token":"t","token_type":{kind}}}"#);
        assert_eq!(read_token_response(200, &body, 0, None).is_ok(), known, "{kind}");
    }
}

#[test]
fn a_lifetime_is_a_whole_number_in_any_notation_or_digits_as_text() {
    for (lifetime, expires_at) in [
        ("null", None),
        ("0", Some(1_000)),
        ("-0", Some(1_000)),
        ("3600", Some(4_600)),
        ("3600.0", Some(4_600)),
        ("36E+2", Some(4_600)),
        ("\"3600\"", Some(4_600)),
        ("\"003600\"", Some(4_600)),
        ("9007199254739991", Some(LATEST)),
        ("\"9007199254739991\"", Some(LATEST)),
    ] {
        let tokens = respond(&format!(",\"expires_in\":{lifetime}")).expect("it is valid");
        assert_eq!(tokens.expires_at, expires_at, "{lifetime}");
    }
    assert_eq!(respond("").map(|tokens| tokens.expires_at), Ok(None));
}

#[test]
fn any_other_lifetime_is_invalid() {
    for lifetime in [
        "-1",
        "0.5",
        "1e-1",
        "1e400",
        "true",
        "[]",
        "{}",
        "\"\"",
        "\"-1\"",
        "\"+1\"",
        "\" 1\"",
        "\"1.0\"",
        "\"1e3\"",
        "\"٣\"",
        "9007199254739992",
        "\"9007199254739992\"",
        "18446744073709551615",
        "\"99999999999999999999999\"",
    ] {
        let refused = respond(&format!(",\"expires_in\":{lifetime}"));
        assert_eq!(code(refused), "INVALID_TOKEN_RESPONSE", "{lifetime}");
    }
}

#[test]
fn a_refresh_token_is_renewed_or_kept() {
    let held = |members| respond(members).map(|tokens| tokens.refresh_token);
    assert_eq!(held(",\"refresh_token\":\"new\""), Ok(Some("new".to_owned())));
    assert_eq!(held(",\"refresh_token\":null"), Ok(Some("held".to_owned())));
    assert_eq!(held(""), Ok(Some("held".to_owned())));
    let body = r#"{"access_token":"t","token_type":"bearer"}"#;
    let without = read_token_response(200, body, 0, None);
    assert_eq!(without.map(|tokens| tokens.refresh_token), Ok(None));
}

#[test]
fn nothing_secret_is_shown() {
    let tokens = respond(",\"refresh_token\":\"secret\",\"expires_in\":1").expect("it is valid");
    assert_eq!(format!("{tokens:?}"), "Tokens { expires_at: Some(1001), .. }");
    let shown = format!("{:?}", request(&"v".repeat(43)));
    assert!(!shown.contains("vvv") && !shown.contains("a b"), "{shown}");
    let refused = respond(",\"refresh_token\":\"sécret\"").expect_err("it is not ASCII");
    assert!(!format!("{refused:?} {refused}").contains("cret"));
}
