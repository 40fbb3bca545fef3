//! `backoff.ceilings`, `backoff.delays` and `backoff.sample`.

use hanzo_adapter::{Adapter, Decimal, Failure};
use hanzo_backoff::{ceiling, sample, system_word, Backoff};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ceilings {
    base_ms: Decimal,
    max_ms: Decimal,
    start: u32,
    count: Count,
}

#[derive(Serialize)]
struct Highest {
    ceilings: Vec<Decimal>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Delays {
    base_ms: Decimal,
    max_ms: Decimal,
    seed: Decimal,
    calls: Vec<Call>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Call {
    Next,
    Reset,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    base_ms: Decimal,
    max_ms: Decimal,
    attempt: u32,
    count: Count,
}

#[derive(Serialize)]
struct Given {
    delays: Vec<String>,
}

/// How many values to answer; so many still go into one line of the protocol.
#[derive(Deserialize)]
#[serde(try_from = "u32")]
struct Count(u32);

impl TryFrom<u32> for Count {
    type Error = &'static str;

    fn try_from(count: u32) -> Result<Self, Self::Error> {
        (count <= 1024).then_some(Self(count)).ok_or("at most 1024 values are answered")
    }
}

pub(crate) fn register(adapter: &mut Adapter) {
    adapter.register("backoff.ceilings", |asked: Ceilings| {
        let attempts = (0..asked.count.0).map(|step| asked.start.saturating_add(step));
        let highest = |attempt| Decimal(ceiling(asked.base_ms.0, asked.max_ms.0, attempt));
        Ok(Highest { ceilings: attempts.map(highest).collect() })
    });
    adapter.register("backoff.delays", |asked: Delays| {
        Count::try_from(u32::try_from(asked.calls.len()).unwrap_or(u32::MAX))
            .map_err(Failure::invalid_params)?;
        let mut backoff = Backoff::with_seed(asked.base_ms.0, asked.max_ms.0, asked.seed.0);
        let mut delays = Vec::with_capacity(asked.calls.len());
        for call in asked.calls {
            match call {
                Call::Next => delays.push(backoff.next_delay().as_millis().to_string()),
                Call::Reset => backoff.reset(),
            }
        }
        Ok(Given { delays })
    });
    adapter.register("backoff.sample", |asked: Sample| {
        let (base_ms, max_ms) = (asked.base_ms.0, asked.max_ms.0);
        let count = asked.count.0 as usize;
        let delays = sample(base_ms, max_ms, asked.attempt, count, system_word);
        Ok(Given { delays: delays.iter().map(u64::to_string).collect() })
    });
}
