//! Ceilings, delays and the streams that they are drawn from.

use std::time::Duration;

use hanzo_backoff::{ceiling, ceilings, delay, sample, system_word, Backoff, SplitMix64};

fn delays(backoff: &mut Backoff, count: usize) -> Vec<u64> {
    let milliseconds = |delay: Duration| u64::try_from(delay.as_millis()).expect("64 bits");
    (0..count).map(|_| milliseconds(backoff.next_delay())).collect()
}

#[test]
fn the_ceiling_doubles_up_to_the_limit() {
    let ceilings: Vec<u64> = (0..10).map(|attempt| ceiling(100, 30_000, attempt)).collect();
    assert_eq!(ceilings, [100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600, 30000]);
}

#[test]
fn nothing_overflows_at_any_attempt() {
    for (base, max, attempt, expected) in [
        (1, u64::MAX, 63, 1 << 63),
        (1, u64::MAX, 64, u64::MAX),
        (1, u64::MAX, u32::MAX, u64::MAX),
        (3, u64::MAX, 63, u64::MAX),
        (u64::MAX, u64::MAX, 1, u64::MAX),
        (u64::MAX, u64::MAX, u32::MAX, u64::MAX),
        ((1 << 53) + 1, u64::MAX, 1, (1 << 54) + 2),
        (0, u64::MAX, u32::MAX, 0),
        (u64::MAX, 0, 0, 0),
        (100, 7, 0, 7),
    ] {
        assert_eq!(ceiling(base, max, attempt), expected, "{base} {max} {attempt}");
    }
}

#[test]
fn ceilings_follow_each_other_and_the_last_attempt_repeats() {
    let first: Vec<u64> = ceilings(100, 30_000, 7).take(3).collect();
    assert_eq!(first, [12_800, 25_600, 30_000]);
    let last: Vec<u64> = ceilings(1, u64::MAX, u32::MAX - 1).take(3).collect();
    assert_eq!(last, [u64::MAX; 3]);
    assert_eq!(ceilings(0, 0, u32::MAX).nth(1), Some(0));
}

#[test]
fn the_generator_gives_the_published_words() {
    // The reference implementation, splitmix64.c.
    for (seed, words) in [
        (0, [0xe220_a839_7b1d_cdaf_u64, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]),
        (
            1_234_567,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423],
        ),
    ] {
        let mut stream = SplitMix64::new(seed);
        assert_eq!(words.map(|_| stream.next_word()), words);
    }
}

#[test]
fn a_delay_is_the_word_scaled_to_the_closed_interval() {
    for (highest, word, expected) in [
        (0, u64::MAX, 0),
        (1, 0, 0),
        (1, (1 << 63) - 1, 0),
        (1, 1 << 63, 1),
        (9, 0, 0),
        (9, u64::MAX, 9),
        (u64::MAX, 0, 0),
        (u64::MAX, 12_345, 12_345),
        (u64::MAX, u64::MAX, u64::MAX),
        (u64::MAX - 1, u64::MAX, u64::MAX - 1),
    ] {
        assert_eq!(delay(highest, word), expected, "{highest} {word}");
    }
}

#[test]
fn a_seed_gives_the_same_delays_everywhere() {
    let mut backoff = Backoff::with_seed(100, 30_000, 42);
    assert_eq!(delays(&mut backoff, 10), [74, 32, 111, 275, 60, 2779, 1398, 10248, 8702, 18555]);
    assert_eq!(backoff.attempt(), 10);
}

#[test]
fn a_reset_starts_the_attempts_again_and_not_the_stream() {
    let mut backoff = Backoff::with_seed(100, 30_000, 42);
    let first = delays(&mut backoff, 4);
    backoff.reset();
    assert_eq!(backoff.attempt(), 0);
    let mut stream = SplitMix64::new(42);
    let words: Vec<u64> = (0..5).map(|_| stream.next_word()).collect();
    assert_eq!(first[0], delay(100, words[0]));
    assert_eq!(delays(&mut backoff, 1), [delay(100, words[4])]);
}

#[test]
fn each_delay_takes_one_word_at_ceiling_zero_too() {
    // No delay shows it, but the copy of the stream that the backoff itself shows.
    for (base, max) in [(0, 0), (0, 9), (9, 0), (100, 30_000)] {
        let mut backoff = Backoff::with_seed(base, max, 7);
        let mut stream = SplitMix64::new(7);
        for _ in 0..3 {
            backoff.next_delay();
            stream.next_word();
        }
        let (shown, expected) = (format!("{backoff:?}"), format!("{stream:?}"));
        assert!(shown.contains(&expected), "{shown} {expected}");
    }
}

#[test]
fn without_a_seed_two_backoffs_differ() {
    let all = || delays(&mut Backoff::new(u64::MAX, u64::MAX), 2);
    assert_ne!(all(), all());
    assert_ne!(system_word(), system_word());
}

#[test]
fn a_sample_stays_below_its_ceiling_and_takes_one_word_for_each_delay() {
    let mut stream = SplitMix64::new(3);
    let drawn = sample(100, 30_000, 3, 500, || stream.next_word());
    assert_eq!(drawn.len(), 500);
    assert!(drawn.iter().all(|&delay| delay <= 800), "{drawn:?}");
    let mut again = SplitMix64::new(3);
    assert!(drawn.iter().all(|&given| given == delay(800, again.next_word())));
    assert!(sample(100, 30_000, 3, 0, || unreachable!("no delay, no word")).is_empty());
}

#[test]
fn every_delay_of_a_small_interval_comes_about_as_often() {
    let drawn = sample(4, 4, 0, 50_000, system_word);
    for value in 0..=4 {
        let count = drawn.iter().filter(|&&delay| delay == value).count();
        // Twelve standard deviations around 10,000.
        assert!((8_900..11_100).contains(&count), "{value}: {count}");
    }
}
