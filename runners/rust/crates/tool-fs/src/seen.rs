//! The contents that answers have named by their hash, so that two of them can be compared.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hanzo_ids::content_hash;

/// The contents named longest ago are forgotten beyond this.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Contents by hash.
#[derive(Default)]
pub(crate) struct SeenContents(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    contents: HashMap<String, (u64, Arc<[u8]>)>,
    /// The hashes in the order in which they were named.
    order: BTreeMap<u64, String>,
    named: u64,
    bytes: usize,
}

impl SeenContents {
    /// The hash of a content, by which it can be found from now on.
    pub(crate) fn remember(&self, content: &[u8]) -> String {
        self.remember_within(MOST_BYTES, content)
    }

    fn remember_within(&self, most_bytes: usize, content: &[u8]) -> String {
        let name = content_hash(content);
        let mut kept = self.kept();
        kept.named += 1;
        let now = kept.named;
        if let Some((before, _)) = kept.contents.get_mut(&name) {
            let before = std::mem::replace(before, now);
            kept.order.remove(&before);
        } else {
            kept.bytes += content.len();
            kept.contents.insert(name.clone(), (now, content.into()));
        }
        kept.order.insert(now, name.clone());
        kept.forget_beyond(most_bytes);
        name
    }

    /// The content with this hash; none when it was never seen or is forgotten.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<[u8]>> {
        self.kept().contents.get(name).map(|(_, content)| Arc::clone(content))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn forget_beyond(&mut self, most_bytes: usize) {
        while self.bytes > most_bytes {
            let Some((_, name)) = self.order.pop_first() else { return };
            if let Some((_, content)) = self.contents.remove(&name) {
                self.bytes -= content.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SeenContents;

    #[test]
    fn contents_are_forgotten_in_the_order_in_which_they_were_named() {
        let seen = SeenContents::default();
        let remember = |content: &str| seen.remember_within(8, content.as_bytes());
        let names = ["aa", "bb", "cc", "dd"].map(remember);
        remember("aa");
        remember("e");
        assert_eq!(names.map(|name| seen.find(&name).is_some()), [true, false, true, true]);
    }
}
