use hanzo_adapter::{operations, reply, shape, Decimal, Short, UpTo};
use hanzo_backoff::{ceilings, sample, system_word, Backoff};

shape! { enum Call { Next = "next", Reset = "reset" } }

operations! {
    pub(crate) fn register;

    "backoff.ceilings" (base_ms: Decimal, max_ms: Decimal, start: u32, count: UpTo<1024>) =>
        reply! { ceilings: Decimal::list(ceilings(base_ms.0, max_ms.0, start).take(count.0)) };
    "backoff.delays" (base_ms: Decimal, max_ms: Decimal, seed: Decimal,
                      calls: Short<Call, 1024>) => {
        let mut backoff = Backoff::with_seed(base_ms.0, max_ms.0, seed.0);
        let mut delays = Vec::new();
        for call in calls.0 {
            match call {
                Call::Next => delays.push(backoff.next_delay().as_millis().to_string()),
                Call::Reset => backoff.reset(),
            }
        }
        reply! { delays }
    };
    "backoff.sample" (base_ms: Decimal, max_ms: Decimal, attempt: u32, count: UpTo<1024>) =>
        reply! {
            delays: Decimal::list(sample(base_ms.0, max_ms.0, attempt, count.0, system_word))
        };
}
