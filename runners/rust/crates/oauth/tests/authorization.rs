//! The authorization URL and the callback.

use hanzo_oauth::{authorization_url, read_callback, AuthorizationRequest, OauthError};

fn request(endpoint: &str, scopes: &[&str]) -> AuthorizationRequest {
    AuthorizationRequest {
        endpoint: endpoint.to_owned(),
        client_id: "a b".to_owned(),
        redirect_uri: "http://127.0.0.1:1/é".to_owned(),
        scopes: scopes.iter().map(|&scope| scope.to_owned()).collect(),
        state: "s~*".to_owned(),
        challenge: "c".repeat(43),
    }
}

#[test]
fn parameters_have_their_order_and_their_encoding() {
    let url = authorization_url(&request("https://hanzo.id/authorize", &["openid", "a+b"]));
    let expected = format!(
        "https://hanzo.id/authorize?response_type=code&client_id=a%20b\
         &redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2F%C3%A9&scope=openid%20a%2Bb\
         &state=s~%2A&code_challenge={}&code_challenge_method=S256",
        "c".repeat(43)
    );
    assert_eq!(url, expected);
}

#[test]
fn without_scopes_there_is_no_scope_parameter() {
    let url = authorization_url(&request("https://x/", &[]));
    assert!(!url.contains("scope"), "{url}");
}

#[test]
fn the_query_of_the_endpoint_stays_and_its_fragment_goes() {
    for (endpoint, start) in [
        ("https://x", "https://x?response_type"),
        ("https://x?", "https://x?response_type"),
        ("https://x?a=%zz b", "https://x?a=%zz b&response_type"),
        ("https://x?a&", "https://x?a&response_type"),
        ("https://X/p?a#f", "https://X/p?a&response_type"),
        ("https://x#f?a", "https://x?response_type"),
    ] {
        let url = authorization_url(&request(endpoint, &[]));
        assert!(url.starts_with(&format!("{start}=code&")), "{endpoint}: {url}");
        assert!(!url.contains('#'), "{url}");
    }
}

#[test]
fn a_request_hides_its_state_from_logs() {
    let shown = format!("{:?}", request("https://x", &[]));
    assert!(shown.contains("https://x") && !shown.contains("s~*"), "{shown}");
}

#[test]
fn a_callback_brings_the_decoded_code() {
    for (query, code) in [
        ("code=a&state=s", "a"),
        ("&&state=s&code=%41+b%2Bc&x&x=1", "A b+c"),
        ("c%6Fde=a%&state=s", "a%"),
        ("code=a=b%4&state=s", "a=b%4"),
        ("code=%2541&state=s", "%41"),
    ] {
        assert_eq!(read_callback(query, "s", None).as_deref(), Ok(code), "{query}");
    }
}

#[test]
fn the_state_is_judged_before_anything_else() {
    for query in [
        "",
        "code=a",
        "code=a&state=",
        "code=a&state=S",
        "code=a&state=ss",
        "code=a&State=s",
        "code=a&state=s&state=s",
        "error=x&state=t",
        "?state=s&code=a",
        "error=x",
    ] {
        assert_eq!(read_callback(query, "s", None), Err(OauthError::StateMismatch), "{query}");
    }
    assert_eq!(read_callback("code=a&state=", "", None), Err(OauthError::StateMismatch));
    assert!(read_callback("code=a&state=%C3%A9+1", "é 1", None).is_ok());
}

#[test]
fn another_issuer_is_refused_before_its_error_is_believed() {
    let issuer = Some("https://i");
    for query in ["code=a", "code=a&iss=https%3A%2F%2Fi", "code=a&iss=https://i"] {
        assert!(read_callback(&format!("state=s&{query}"), "s", issuer).is_ok(), "{query}");
    }
    for query in [
        "code=a&iss=https://j",
        "code=a&iss=https://i/",
        "code=a&iss=",
        "code=a&iss=https://i&iss=https://i",
        "error=access_denied&iss=https://j",
    ] {
        let refused = read_callback(&format!("state=s&{query}"), "s", issuer);
        assert_eq!(refused, Err(OauthError::IssuerMismatch), "{query}");
    }
    assert!(read_callback("state=s&code=a&iss=x&iss=y", "s", None).is_ok());
}

#[test]
fn a_refusal_carries_its_error_code_and_nothing_else() {
    let query = "state=s&error=access+denied&error_description=why&code=a";
    let refused = read_callback(query, "s", None).expect_err("it has an error");
    assert_eq!(refused, OauthError::AuthorizationDenied { error: "access denied".to_owned() });
    assert_eq!(refused.code(), "AUTHORIZATION_DENIED");
    assert!(!refused.to_string().contains("why"));
}

#[test]
fn a_malformed_callback_is_invalid() {
    for query in [
        "",
        "code=",
        "code",
        "code=a&code=a",
        "code=%0a",
        "code=%C3%A9",
        "code=%7F",
        "code=%ff",
        "Code=a",
        "error=",
        "error=a&error=a",
        "error=a%22",
        "error=a%5C",
        "error=%0a",
        "error=&code=a",
    ] {
        let refused = read_callback(&format!("state=s&{query}"), "s", None);
        let code = refused.map_err(|error| error.code());
        assert_eq!(code, Err("INVALID_CALLBACK"), "{query}");
    }
}
