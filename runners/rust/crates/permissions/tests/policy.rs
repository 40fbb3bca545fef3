//! Which rule decides, and what is logged.

use hanzo_permissions::{
    audit, InvalidMode, OutOfRange, PermissionMode, PermissionPolicy, PermissionRule, TimestampMs,
};

fn rule(tool_pattern: &str, mode: PermissionMode, reason: Option<&str>) -> PermissionRule {
    PermissionRule {
        tool_pattern: tool_pattern.to_owned(),
        mode,
        reason: reason.map(str::to_owned),
    }
}

fn policy() -> PermissionPolicy {
    PermissionPolicy::new([
        rule("fs.read", PermissionMode::Allow, None),
        rule("fs.*", PermissionMode::Deny, Some("")),
        rule("fs.write", PermissionMode::Allow, Some("never reached")),
        rule("net.*", PermissionMode::Deny, None),
        rule("ask.*", PermissionMode::Prompt, Some("be sure")),
    ])
}

#[test]
fn the_first_rule_that_covers_the_name_decides() {
    let policy = policy();
    for (tool, mode, pattern, reason) in [
        ("fs.read", PermissionMode::Allow, Some("fs.read"), None),
        ("fs.write", PermissionMode::Deny, Some("fs.*"), Some("")),
        ("net.get", PermissionMode::Deny, Some("net.*"), None),
        ("ask.me", PermissionMode::Prompt, Some("ask.*"), Some("be sure")),
        ("proc.exec", PermissionMode::Prompt, None, None),
        ("", PermissionMode::Prompt, None, None),
    ] {
        let outcome = policy.explain(tool);
        assert_eq!(policy.evaluate(tool), mode, "{tool}");
        assert_eq!((outcome.mode, outcome.rule_matched, outcome.reason), (mode, pattern, reason));
    }
}

#[test]
fn without_rules_the_user_is_asked() {
    assert_eq!(PermissionPolicy::new([]).evaluate("fs.read"), PermissionMode::Prompt);
}

#[test]
fn a_mode_is_read_exactly_as_it_is_written() {
    for mode in [PermissionMode::Allow, PermissionMode::Deny, PermissionMode::Prompt] {
        assert_eq!(mode.to_string().parse(), Ok(mode));
    }
    for text in ["", "Allow", "DENY", "deny ", " prompt", "ask", "ａllow"] {
        let error = text.parse::<PermissionMode>().expect_err("it is no mode");
        assert_eq!(error.code(), "INVALID_MODE", "{text}");
    }
}

#[test]
fn only_a_denial_is_recorded_with_a_reason() {
    let policy = policy();
    let record = |tool| audit(&policy, tool, "s-1", TimestampMs::try_from(0).expect("in range"));
    let denied = record("fs.write");
    assert_eq!(denied.timestamp, "1970-01-01T00:00:00.000Z");
    assert_eq!((denied.tool_name.as_str(), denied.session_id.as_str()), ("fs.write", "s-1"));
    assert_eq!(denied.mode, PermissionMode::Deny);
    assert_eq!(denied.rule_matched.as_deref(), Some("fs.*"));
    assert_eq!(denied.denial.map(|denial| denial.reason), Some(Some(String::new())));
    assert_eq!(record("net.get").denial.map(|denial| denial.reason), Some(None));
    assert_eq!(record("ask.me").denial, None);
    let asked = record("proc.exec");
    assert_eq!(
        (asked.mode, asked.rule_matched, asked.denial),
        (PermissionMode::Prompt, None, None)
    );
}

#[test]
fn a_policy_is_collected_from_rules_and_the_first_that_is_none_stops_it() {
    let collect = |modes: [&str; 2]| -> Result<PermissionPolicy, InvalidMode> {
        let read = |mode: &&str| Ok(rule("*", mode.parse()?, None));
        modes.iter().map(read).collect()
    };
    let policy = collect(["deny", "allow"]).expect("both are modes");
    assert_eq!(policy.evaluate("x"), PermissionMode::Deny);
    let problem = collect(["Deny", "never"]).expect_err("neither is a mode");
    assert!(problem.to_string().contains("\"Deny\""), "{problem}");
}

#[test]
fn times_are_written_in_one_way_in_every_year_that_can_be() {
    for (ms, text) in [
        (0, "1970-01-01T00:00:00.000Z"),
        (1, "1970-01-01T00:00:00.001Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (-86_400_000, "1969-12-31T00:00:00.000Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_700_000_000_123, "2023-11-14T22:13:20.123Z"),
        (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (-62_162_035_200_000, "0000-03-01T00:00:00.000Z"),
        (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] {
        assert_eq!(TimestampMs::try_from(ms).map(|time| time.to_string()).as_deref(), Ok(text));
    }
    for ms in [-62_167_219_200_001, 253_402_300_800_000, i64::MIN, i64::MAX] {
        assert_eq!(TimestampMs::try_from(ms), Err(OutOfRange), "{ms}");
    }
}

#[test]
fn each_day_follows_the_one_before() {
    let day =
        |number: i64| TimestampMs::try_from(number * 86_400_000).expect("in range").to_string();
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    // The days of the years 0000 to 0400, and of 1600 to 2400.
    for first in [0_i64, 1600] {
        let mut number = (first - 1970) * 365 + (first - 1969).div_euclid(4)
            - (first - 1901).div_euclid(100)
            + (first - 1601).div_euclid(400);
        for year in first..=first + 800 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            for (month, length) in lengths.iter().enumerate() {
                let length = length + i64::from(leap && month == 1);
                for date in 1..=length {
                    let expected = format!("{year:04}-{:02}-{date:02}T00:00:00.000Z", month + 1);
                    assert_eq!(day(number), expected);
                    number += 1;
                }
            }
        }
    }
}
