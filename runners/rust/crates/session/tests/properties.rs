//! What holds for every session.

use std::collections::HashMap;

use hanzo_backoff::SplitMix64;
use hanzo_session::{Block, Content, Message, Role, SessionCompactor, SummarySource};
use serde_json::{json, Map, Value};

struct Draw(SplitMix64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.0.next_word() % limit as u64).expect("it is below the limit")
    }

    fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    fn message(&mut self) -> Message {
        let role = *self.of(&[Role::System, Role::User, Role::User, Role::Assistant, Role::Tool]);
        let content = if self.below(2) == 0 {
            Content::Text("a text ".repeat(self.below(6)))
        } else {
            Content::Blocks((0..self.below(4)).map(|_| self.block()).collect())
        };
        let token_count = (self.below(3) == 0).then(|| self.0.next_word() % 30);
        Message { role, content, token_count }
    }

    fn block(&mut self) -> Block {
        let id = (*self.of(&["t1", "t2", ""])).to_owned();
        match self.below(3) {
            0 => Block::Text { text: "é".repeat(self.below(9)) },
            1 => {
                let input = Map::from_iter([("path".to_owned(), json!(self.below(2000)))]);
                Block::ToolUse { id, name: "read".to_owned(), input }
            }
            _ => Block::ToolResult {
                tool_use_id: id,
                content: self
                    .of(&[json!(null), json!("[compacted]"), json!("x".repeat(40))])
                    .clone(),
                is_error: *self.of(&[None, Some(false), Some(true)]),
            },
        }
    }
}

/// For each call that is answered, its place and that of its result.
fn pairs(messages: &[Message]) -> Vec<(usize, usize)> {
    let mut open: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut pairs = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let Content::Blocks(blocks) = &message.content else {
            continue;
        };
        for block in blocks {
            match block {
                Block::ToolUse { id, .. } => open.entry(id).or_default().push(index),
                Block::ToolResult { tool_use_id, .. } => {
                    let asked = open.get_mut(tool_use_id.as_str()).and_then(Vec::pop);
                    pairs.extend(asked.map(|asked| (asked, index)));
                }
                Block::Text { .. } => {}
            }
        }
    }
    pairs
}

#[test]
fn compaction_keeps_its_promises_for_every_session() {
    let mut draw = Draw(SplitMix64::new(5));
    let mut sources = HashMap::new();
    for _ in 0..20_000 {
        let messages: Vec<Message> = (0..draw.below(12)).map(|_| draw.message()).collect();
        let max_tokens = i64::try_from(1 + draw.below(150)).expect("small");
        let reserve = i64::try_from(draw.below(4)).expect("small");
        let summary = *draw.of(&[None, Some(" \n"), Some("S"), Some("a summary of it all, long")]);
        let compactor = SessionCompactor::new(max_tokens, reserve).expect("a budget");
        let before = compactor.total_tokens(&messages).expect("small");
        let done = compactor.compact(&messages, summary).expect("sound messages");
        let after = compactor.total_tokens(&done.messages).expect("small");
        *sources.entry(format!("{:?}", done.summary_source)).or_insert(0) += 1;

        let saved = i64::try_from(before).expect("small") - i64::try_from(after).expect("small");
        assert_eq!(done.tokens_saved, saved);
        assert_eq!(done.fits, after <= max_tokens.unsigned_abs());
        if messages.first().is_some_and(|first| first.role == Role::System) {
            assert_eq!(done.messages.first(), messages.first());
        }
        if !compactor.should_compact(&messages).expect("small") {
            assert_eq!(done.messages, messages);
        }
        if done.summary_source == SummarySource::None {
            assert_eq!((done.messages.len(), done.compacted_count), (messages.len(), 0));
        } else {
            assert_eq!(done.messages.len() + done.compacted_count, messages.len() + 1);
            assert_eq!(done.results_compacted, 0);
            // A call and its result went together or stayed together.
            let first = usize::from(messages[0].role == Role::System);
            let middle = first..first + done.compacted_count;
            for (asked, answered) in pairs(&messages[first..]) {
                let inside = |index: usize| middle.contains(&(index + first));
                assert_eq!(inside(asked), inside(answered), "{messages:?}");
            }
        }
        let again = compactor.compact(&done.messages, summary).expect("sound messages");
        if !compactor.should_compact(&done.messages).expect("small") {
            assert_eq!(again.messages, done.messages);
        }
        if again.summary_source == SummarySource::None {
            assert_eq!(again.results_compacted, 0, "no result is rewritten twice");
        }
    }
    assert_eq!(sources.len(), 3, "every outcome was seen: {sources:?}");
}

#[test]
fn a_message_that_is_written_reads_back() {
    let mut draw = Draw(SplitMix64::new(6));
    for _ in 0..2_000 {
        let message = draw.message();
        let written: Value = serde_json::to_value(&message).expect("JSON");
        assert_eq!(serde_json::from_value::<Message>(written).ok(), Some(message));
    }
}
