//! One request and its answer over a connection of its own, until a deadline. What HTTP is lives in
//! `response`; here is what touches sockets.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::mpsc::channel;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::messages::Request;
use crate::response::{Event, Head, ResponseReader};
use crate::urls::Url;

const READ_BYTES: usize = 64 * 1024;

/// The end of a call, some time after it began.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn after(time: Duration) -> Self {
        // What no clock can hold is as good as never.
        Self(
            Instant::now()
                .checked_add(time)
                .unwrap_or_else(|| Instant::now() + Duration::from_secs(365 * 24 * 60 * 60)),
        )
    }

    /// What is left; `TimedOut` where nothing is.
    fn left(self) -> io::Result<Duration> {
        let left = self.0.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(left)
    }

    pub(crate) fn is_over(self) -> bool {
        self.left().is_err()
    }
}

/// A connection on which nothing takes longer than until the deadline.
struct Line {
    stream: TcpStream,
    deadline: Deadline,
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.deadline.left()?))?;
        self.stream.read(buffer)
    }
}

impl Write for Line {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.deadline.left()?))?;
        self.stream.write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

trait Connection: Read + Write {}
impl<T: Read + Write> Connection for T {}

/// The head of an answer, and its body while the connection is open.
pub(crate) struct Answer {
    pub(crate) head: Head,
    reader: ResponseReader,
    pending: std::vec::IntoIter<Event>,
    line: Box<dyn Connection>,
}

impl Answer {
    /// The next piece of the body; none at its end.
    pub(crate) fn piece(&mut self) -> io::Result<Option<Vec<u8>>> {
        match next(&mut self.reader, &mut self.pending, &mut self.line)? {
            Some(Event::Piece(piece)) => Ok(Some(piece)),
            Some(Event::Head(_)) | None => Ok(None),
        }
    }
}

/// The answer to a request, as far as its head.
pub(crate) fn exchange(request: &Request, deadline: Deadline) -> io::Result<Answer> {
    let mut line = connect(&request.url, deadline)?;
    line.write_all(&request.encode())?;
    line.flush()?;
    let mut reader = ResponseReader::new(&request.method);
    let mut pending = Vec::new().into_iter();
    match next(&mut reader, &mut pending, &mut line)? {
        Some(Event::Head(head)) => Ok(Answer { head, reader, pending, line }),
        Some(Event::Piece(_)) | None => Err(io::ErrorKind::InvalidData.into()),
    }
}

fn next(
    reader: &mut ResponseReader,
    pending: &mut std::vec::IntoIter<Event>,
    line: &mut Box<dyn Connection>,
) -> io::Result<Option<Event>> {
    let mut buffer = vec![0; READ_BYTES];
    loop {
        if let Some(event) = pending.next() {
            return Ok(Some(event));
        }
        if reader.is_done() {
            return Ok(None);
        }
        let size = match line.read(&mut buffer) {
            // Servers leave TLS without a farewell; whether something is missing the answer tells.
            Err(problem) if problem.kind() == io::ErrorKind::UnexpectedEof => 0,
            read => read?,
        };
        let wrong = |problem: crate::response::ResponseError| {
            io::Error::new(io::ErrorKind::InvalidData, problem.0)
        };
        if size == 0 {
            reader.close().map_err(wrong)?;
        } else {
            *pending = reader.feed(&buffer[..size]).map_err(wrong)?.into_iter();
        }
    }
}

/// A connection to the first address of a host that takes one.
fn connect(url: &Url, deadline: Deadline) -> io::Result<Box<dyn Connection>> {
    let mut problem = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in addresses(url, deadline)? {
        match TcpStream::connect_timeout(&address, deadline.left()?) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                let line = Line { stream, deadline };
                return if url.is_secure() { secured(url, line) } else { Ok(Box::new(line)) };
            }
            Err(found) => problem = found,
        }
    }
    Err(problem)
}

/// Where a host is; asked in a thread, since the system's resolver knows no deadline.
fn addresses(url: &Url, deadline: Deadline) -> io::Result<Vec<SocketAddr>> {
    let (told, heard) = channel();
    let place = (url.bare_host().to_owned(), url.port());
    thread::spawn(move || {
        // Who asked may have gone away.
        let _ = told.send(place.to_socket_addrs().map(Vec::from_iter));
    });
    heard.recv_timeout(deadline.left()?).map_err(|_| io::ErrorKind::TimedOut)?
}

fn secured(url: &Url, line: Line) -> io::Result<Box<dyn Connection>> {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from(url.bare_host().to_owned())
        .map_err(|problem| io::Error::new(io::ErrorKind::InvalidInput, problem))?;
    let connection = ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)?;
    Ok(Box::new(StreamOwned::new(connection, line)))
}
