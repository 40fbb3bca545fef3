//! Whatever the bytes of the files are, a load ends in a result or in one of its errors.

use std::collections::{BTreeMap, HashMap, HashSet};

use hanzo_backoff::SplitMix64;
use hanzo_config::strict_json::parse;
use hanzo_config::{load_config, Loaded};
use serde_json::Value;

const MEMBERS: [&str; 26] = [
    r#""model":"small""#,
    r#""model":null"#,
    r#""custom_instructions":"""#,
    r#""input_mode":"vim""#,
    r#""api_key":"sk-1""#,
    r#""api_key":null"#,
    r#""oauth_credentials":{"t":1}"#,
    r#""mcp_servers":{"git":{"command":"run","args":["-v"],"env":{"A":"1","B":null}}}"#,
    r#""mcp_servers":{"git":{"disabled":true},"9":{"url":"u"}}"#,
    r#""mcp_servers":null"#,
    r#""mcpServers":{"__proto__":{"command":["npx","-y"],"disabled":false},"git":null}"#,
    r#""permissions":{"fs.*":"allow","10":"deny","9":"prompt","\u0031":null}"#,
    r#""permissions":{"fs.*":null,"*":"deny","":"allow"}"#,
    r#""permissions":null"#,
    r#""hooks":[{"event":"pre_tool_use","command":"c","tool_pattern":"*","timeout_ms":0}]"#,
    r#""hooks":[]"#,
    r#""x":{"a":{"b":null,"c":[null,{}]},"\ud83d\ude00":-0}"#,
    r#""x":[1,[],{"a":9007199254740991}]"#,
    // Each of the others breaks something.
    r#""model":1"#,
    r#""permissions":{"a/b":"Allow"}"#,
    r#""hooks":[{"event":"x"}]"#,
    r#""x":1.5"#,
    r#""x":"\ud800""#,
    r#""x":{"a":1,"\u0061":2}"#,
    r#""x":[1,]"#,
    r#""mcp_servers":{"a":{"args":[null]}}"#,
];
/// How many of the members are sound.
const SOUND: usize = 18;
const DAMAGE: [&[u8]; 20] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b",",
    b":",
    b"\\",
    b"\\u",
    b"null",
    b"1e5",
    b"-",
    b"0",
    b"\n",
    b"\0",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xc2\xa0",
    b"\x1f",
];

struct Draw(SplitMix64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.0.next_word() % limit as u64).expect("it is below the limit")
    }

    fn file(&mut self) -> Vec<u8> {
        match self.below(20) {
            0 => (0..self.below(40)).map(|_| self.0.next_word().to_le_bytes()[0]).collect(),
            1 => DAMAGE.map(|_| DAMAGE[self.below(DAMAGE.len())]).concat(),
            _ => self.members(),
        }
    }

    /// Members in an object, one of them perhaps broken, with something perhaps put in or cut out.
    fn members(&mut self) -> Vec<u8> {
        let known = if self.below(8) == 0 { MEMBERS.len() } else { SOUND };
        let mut names = HashSet::new();
        let mut members: Vec<&str> =
            (0..self.below(6)).map(|_| MEMBERS[self.below(known)]).collect();
        // A name twice would end most loads too early.
        members.retain(|member| names.insert(member.split_once(':').map(|(name, _)| name)));
        let mut file = format!("{{{}}}", members.join(", ")).into_bytes();
        if self.below(3) == 0 {
            let start = self.below(file.len() + 1);
            let end = (start + self.below(3)).min(file.len());
            let damage = DAMAGE[self.below(DAMAGE.len())];
            file.splice(start..end, damage.iter().copied());
        }
        file
    }
}

/// What holds of every configuration that was loaded.
fn check(loaded: &Loaded) {
    let config = &loaded.config;
    for name in ["model", "custom_instructions", "input_mode"] {
        assert!(config[name].is_string(), "{name}");
    }
    for (name, value) in config {
        assert!(name == "api_key" || !has_null(value), "{name}: {value}");
    }
    assert!(!config.contains_key("mcpServers"));
    let servers = config["mcp_servers"].as_object().expect("servers are an object");
    assert!(loaded.active_servers.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(loaded.active_servers.iter().all(|name| servers[name]["disabled"] != true));
    let disabled = servers.values().filter(|server| server["disabled"] == true).count();
    assert_eq!(loaded.active_servers.len() + disabled, servers.len());
    let rules: BTreeMap<&str, &str> = loaded
        .permission_rules
        .iter()
        .map(|rule| (rule.tool_pattern.as_str(), rule.mode.as_str()))
        .collect();
    assert_eq!(rules.len(), loaded.permission_rules.len(), "no pattern stands twice");
    let merged = config["permissions"].as_object().expect("permissions are an object");
    let merged: BTreeMap<&str, &str> =
        merged.iter().map(|(name, mode)| (name.as_str(), mode.as_str().expect("a mode"))).collect();
    assert_eq!(rules, merged, "rules and permissions say the same");
}

/// Whether there is a null outside arrays.
fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}

#[test]
fn every_load_ends_in_a_result_or_in_one_of_three_errors() {
    let mut draw = Draw(SplitMix64::new(11));
    let env = HashMap::from([("HANZO_MODEL".to_owned(), "env".to_owned())]);
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..30_000 {
        let files = [(); 3].map(|()| (draw.below(6) > 0).then(|| draw.file()));
        let [user, project, local] = [&files[0], &files[1], &files[2]].map(Option::as_deref);
        let end = match load_config(user, project, local, &env) {
            Ok(loaded) => {
                check(&loaded);
                "a result"
            }
            Err(error) => {
                assert_eq!(error.path().is_empty(), error.code() == "CONFIG_PARSE");
                error.code()
            }
        };
        *ends.entry(end).or_default() += 1;
    }
    let seen: Vec<&str> = ends.keys().copied().collect();
    assert_eq!(seen, ["CONFIG_AMBIGUOUS", "CONFIG_PARSE", "CONFIG_TYPE", "a result"]);
    assert!(ends["a result"] > 5_000 && ends["CONFIG_PARSE"] > 5_000, "{ends:?}");
}

/// The value with integers only, as the other parser takes `-0` for a double.
fn with_one_zero(value: Value) -> Value {
    match value {
        Value::Number(number) if number.as_f64() == Some(0.0) => Value::from(0),
        Value::Array(items) => items.into_iter().map(with_one_zero).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, item)| (name, with_one_zero(item))).collect()
        }
        other => other,
    }
}

#[test]
fn what_is_strict_json_is_json_and_has_the_same_value() {
    let mut draw = Draw(SplitMix64::new(12));
    let mut strict = 0;
    for _ in 0..30_000 {
        let file = draw.file();
        let Ok(value) = parse(&file) else {
            continue;
        };
        strict += 1;
        let text = String::from_utf8(file).expect("it was parsed");
        let lax: Value = serde_json::from_str(&text).expect("strict JSON is JSON");
        assert_eq!(value, with_one_zero(lax), "{text}");
        assert_eq!(parse(value.to_string().as_bytes()), Ok(value), "{text}");
    }
    assert!(strict > 5_000, "{strict}");
}
