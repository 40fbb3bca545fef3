//! Verifiers and challenges.

use hanzo_oauth::{challenge, generate, OauthError};

#[test]
fn the_example_of_the_standard_gives_its_challenge() {
    // RFC 7636 appendix B.
    let entropy = [
        116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37,
        77, 105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ];
    let pair = generate(&entropy).expect("32 bytes are enough");
    assert_eq!(pair.verifier, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
    assert_eq!(pair.challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    assert_eq!(challenge(&pair.verifier).as_ref(), Ok(&pair.challenge));
}

#[test]
fn a_verifier_has_43_to_128_characters() {
    let tildes = |count| challenge(&"~".repeat(count));
    assert_eq!(tildes(43).as_deref(), Ok("dOHT1ivLVSPsewADt8TAZF2T2lLYTZ4BymCwTRKpihg"));
    assert_eq!(tildes(128).map(|text| text.len()), Ok(43));
    for count in [0, 42, 129] {
        assert_eq!(tildes(count), Err(OauthError::InvalidVerifier), "{count}");
    }
}

#[test]
fn a_verifier_has_unreserved_characters_only() {
    let start = "a".repeat(42);
    for last in ["-", ".", "_", "~", "0", "Z"] {
        assert!(challenge(&format!("{start}{last}")).is_ok(), "{last}");
    }
    for last in [" ", "+", "/", "=", "%", "!", "é", "\n", "\u{ff21}"] {
        let refused = challenge(&format!("{start}{last}"));
        assert_eq!(refused, Err(OauthError::InvalidVerifier), "{last:?}");
    }
}

#[test]
fn entropy_has_32_to_96_bytes() {
    for (count, length) in [(32, 43), (33, 44), (96, 128)] {
        let pair = generate(&vec![255; count]).expect("allowed");
        assert_eq!(pair.verifier.len(), length);
    }
    for count in [0, 31, 97] {
        assert_eq!(generate(&vec![255; count]), Err(OauthError::InvalidEntropy), "{count}");
    }
}

#[test]
fn a_pair_hides_its_verifier_from_logs() {
    let pair = generate(&[0; 32]).expect("32 bytes are enough");
    let shown = format!("{pair:?}");
    assert!(shown.contains(&pair.challenge), "{shown}");
    assert!(!shown.contains(&pair.verifier), "{shown}");
}
