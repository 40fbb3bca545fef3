use std::collections::BTreeMap;
use std::path::PathBuf;

use hanzo_adapter::{operations, reply, Base64, Failure};
use hanzo_mcp_client::{McpExchange, McpLines, McpSession, StdioMcpTransport, MAX_LINE_BYTES};

use crate::refusal::Refusal;
use crate::wire::mcp_client::{result_of, HttpStep, Played, SessionStep, Timeout};

operations! {
    pub(crate) fn register where Error = Refusal;

    "mcp_client.lines" (chunks?: Vec<String>, chunks_b64?: Vec<Base64>, max_line?: usize) => {
        let chunks: Vec<Vec<u8>> = match (chunks, chunks_b64) {
            (Some(chunks), None) => chunks.into_iter().map(String::into_bytes).collect(),
            (None, Some(chunks)) => chunks.into_iter().map(|Base64(chunk)| chunk).collect(),
            _ => return Err(Failure::invalid_params("either chunks or chunks_b64").into()),
        };
        let mut lines = McpLines::new(max_line.unwrap_or(MAX_LINE_BYTES));
        let mut events: Vec<_> = chunks.iter().flat_map(|chunk| lines.feed(chunk)).collect();
        events.extend(lines.close());
        reply! { events }
    };
    "mcp_client.session" (timeout_ms: Timeout, script: Vec<SessionStep>) => {
        let mut session = McpSession::new(timeout_ms.0);
        let steps = script.into_iter().enumerate();
        let turns: Vec<_> = steps.map(|(index, step)| step.put_to(&mut session, index)).collect();
        reply! { turns }
    };
    "mcp_client.http" (headers: BTreeMap<String, String>, max_body?: usize,
                       script: Vec<HttpStep>) => {
        let mut exchange = McpExchange::new(&headers, max_body.unwrap_or(MAX_LINE_BYTES));
        let steps = script.into_iter().enumerate();
        let turns: Vec<_> = steps.map(|(index, step)| step.put_to(&mut exchange, index)).collect();
        reply! { turns }
    };
    "mcp_client.play" (workspace: PathBuf, command: Vec<String>, timeout_ms: Timeout,
                       calls: Vec<Played>) => {
        if command.is_empty() {
            return Err(Failure::invalid_params("a command has a program").into());
        }
        let transport = StdioMcpTransport {
            folder: workspace, timeout_ms: timeout_ms.0, ..StdioMcpTransport::new(command)
        };
        let results: Vec<_> = match transport.connect() {
            Ok(connection) => calls.into_iter().map(|asked| asked.put_to(&connection)).collect(),
            Err(refused) => calls.iter().map(|_| result_of(Err(refused.clone()))).collect(),
        };
        reply! { results }
    };
}
