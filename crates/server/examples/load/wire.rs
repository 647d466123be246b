//! Requests and sockets.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A client is given up when it hears nothing for so long.
const PATIENCE: Duration = Duration::from_secs(20);

/// What went wrong.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The connection: whoever kills servers has to expect that.
    Connection(String),
    /// The server said or lost something that it should not have.
    Fault(String),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Connection(text) => write!(f, "connection: {text}"),
            Self::Fault(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Trouble {}

fn broken(error: impl std::fmt::Display) -> Trouble {
    Trouble::Connection(error.to_string())
}

pub(crate) fn fault(text: impl Into<String>) -> Trouble {
    Trouble::Fault(text.into())
}

/// A request over a connection of its own; the body of the answer.
pub(crate) async fn request(
    address: &str,
    method: &str,
    path: &str,
    body: &str,
) -> Result<Value, Trouble> {
    let mut stream = TcpStream::connect(address).await.map_err(broken)?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.map_err(broken)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.map_err(broken)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| broken("no answer"))?;
    if !head.starts_with("HTTP/1.1 2") {
        return Err(fault(answer));
    }
    serde_json::from_str(body).map_err(|error| fault(format!("{error}: {body}")))
}

/// A WebSocket.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Opens a socket and hears the server's greeting.
    pub(crate) async fn open(address: &str, client: &str) -> Result<Self, Trouble> {
        let url = format!("ws://{address}/api/ws?client={client}");
        let (socket, _) = connect_async(url).await.map_err(broken)?;
        let mut socket = Self(socket);
        socket.hear().await?;
        Ok(socket)
    }

    pub(crate) async fn say(&mut self, value: Value) -> Result<(), Trouble> {
        self.0.send(Message::text(value.to_string())).await.map_err(broken)
    }

    pub(crate) async fn hear(&mut self) -> Result<Value, Trouble> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.0.next()).await.map_err(broken)?;
            let message = next.ok_or_else(|| broken("the server has hung up"))?.map_err(broken)?;
            if let Message::Text(text) = message {
                return serde_json::from_str(&text).map_err(|error| fault(error.to_string()));
            }
        }
    }
}
