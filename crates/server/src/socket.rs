//! The WebSocket: topics to follow, moves, verbs and analyses over one connection.

mod connection;
mod inbox;
mod request;

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tokio::time::{Instant, interval, timeout};

use crate::error::{ApiError, Code};
use crate::guard::Client;
use crate::state::AppState;
use connection::Connection;

/// The longest message of a client.
pub(crate) const LONGEST_MESSAGE: usize = 1 << 16;
/// How often the other side is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);
/// Who has said nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(100);
/// Who takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(20);

/// A place among the open sockets, given back when it is dropped.
pub(crate) struct Place(AppState);

impl Place {
    pub(crate) fn take(state: &AppState) -> Result<Self, ApiError> {
        let limit = state.config().limits.sockets;
        // Counted first, so that many at once cannot pass together.
        let place = Self(state.clone());
        if state.sockets().fetch_add(1, Ordering::Relaxed) >= limit {
            let message = format!("{limit} sockets are open already");
            return Err(ApiError::new(Code::TooManySockets, message));
        }
        Ok(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.sockets().fetch_sub(1, Ordering::Relaxed);
    }
}

/// Opens the socket.
pub(crate) async fn upgrade(
    State(state): State<AppState>,
    client: Client,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let place = Place::take(&state)?;
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let mut connection = Connection::new(state, client);
        // However it ends, the connection gives up what it holds when it is dropped.
        let _ = talk(socket, &mut connection).await;
        drop(place);
    }))
}

/// The other side is gone.
struct Gone;

async fn talk(mut socket: WebSocket, connection: &mut Connection) -> Result<(), Gone> {
    send(&mut socket, connection.hello()).await?;
    let mut pings = interval(PING);
    let mut heard = Instant::now();
    let (follower, inbox) = (connection.follower(), connection.inbox());
    loop {
        tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                let Some(Ok(message)) = message else { return Err(Gone) };
                if let Message::Text(text) = message {
                    for reply in connection.answer(&text).await {
                        send(&mut socket, reply).await?;
                    }
                }
            }
            () = follower.wait() => {
                while let Some(topic) = follower.take() {
                    for text in connection.news(&topic).await {
                        send(&mut socket, text).await?;
                    }
                }
            }
            () = inbox.wait() => {
                while let Some(line) = inbox.take() {
                    send(&mut socket, line.into()).await?;
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE {
                    return Err(Gone);
                }
                deliver(&mut socket, Message::Ping(Vec::new().into())).await?;
            }
        }
    }
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), Gone> {
    deliver(socket, Message::Text(text)).await
}

async fn deliver(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}
