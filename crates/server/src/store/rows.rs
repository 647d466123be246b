//! Games as rows.

use ferz_rules::{ByColor, CastlingStyle, Color, Game};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::error::ApiError;
use crate::games::{
    By, ClockSetting, GameClock, LiveGame, Played, Player, Thought, outcome_from_text,
};
use crate::guard::Client;
use crate::time::now;
use crate::wire::{Value, Variant};

pub(super) fn write_game(transaction: &Transaction<'_>, game: &LiveGame) -> Result<(), ApiError> {
    let mut statement = transaction.prepare_cached(
        "INSERT INTO srv_game (id, variant, start, white, black, owner, created, updated, seq,
             outcome, draw_offer, clock_initial, clock_increment, clock_white, clock_black,
             clock_running, clock_since)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
         ON CONFLICT (id) DO UPDATE SET updated = ?8, seq = ?9, outcome = ?10, draw_offer = ?11,
             clock_white = ?14, clock_black = ?15, clock_running = ?16, clock_since = ?17",
    )?;
    let clock = game.clock.as_ref();
    let running = clock.and_then(|clock| clock.running);
    statement.execute(params![
        game.id.as_str(),
        game.variant.name(),
        game.game.start().to_string(),
        json(&game.players[Color::White])?,
        json(&game.players[Color::Black])?,
        &*game.owner.0,
        game.created as i64,
        game.updated as i64,
        game.seq as i64,
        game.ending.map(|outcome| outcome.to_string()),
        game.draw_offer.map(letter),
        clock.map(|clock| clock.setting.initial as i64),
        clock.map(|clock| clock.setting.increment as i64),
        clock.map(|clock| clock.left[Color::White] as i64),
        clock.map(|clock| clock.left[Color::Black] as i64),
        running.map(|(color, _)| letter(color)),
        running.map(|(_, since)| since as i64),
    ])?;
    Ok(())
}

/// Replaces the moves from this one on.
pub(super) fn write_moves(
    transaction: &Transaction<'_>,
    game: &LiveGame,
    from_ply: usize,
) -> Result<(), ApiError> {
    transaction
        .prepare_cached("DELETE FROM srv_move WHERE game = ?1 AND ply >= ?2")?
        .execute(params![game.id.as_str(), from_ply as i64])?;
    let mut insert = transaction.prepare_cached(
        "INSERT INTO srv_move (game, ply, move, by, time, clock, score, depth, nodes)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    let moves = game.game.moves().zip(&game.played).enumerate();
    for (ply, (mv, played)) in moves.skip(from_ply) {
        let thought = played.thought;
        insert.execute(params![
            game.id.as_str(),
            ply as i64,
            mv.uci(CastlingStyle::Chess960).to_string(),
            played.by.name(),
            played.time as i64,
            played.clock.map(|left| left as i64),
            thought.map(|thought| thought.score.to_text()),
            thought.map(|thought| thought.depth),
            thought.map(|thought| thought.nodes as i64),
        ])?;
    }
    Ok(())
}

pub(super) fn read_game(connection: &Connection, id: &str) -> Result<Option<LiveGame>, ApiError> {
    let found = connection
        .prepare_cached("SELECT * FROM srv_game WHERE id = ?1")?
        .query_row([id], |row| Ok(head(row)))
        .optional()?;
    let Some(head) = found else { return Ok(None) };
    let mut game = head?;
    let mut statement =
        connection.prepare_cached("SELECT * FROM srv_move WHERE game = ?1 ORDER BY ply")?;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        let text: String = row.get("move")?;
        let mv = game.game.position().parse_uci(&text).map_err(|_| corrupt(id, &text))?;
        game.game.play(mv).map_err(|_| corrupt(id, &text))?;
        game.played.push(played(row).ok_or_else(|| corrupt(id, &text))?);
    }
    Ok(Some(game))
}

fn head(row: &Row<'_>) -> Result<LiveGame, ApiError> {
    let id: String = row.get("id")?;
    let text = |name: &str| row.get::<_, String>(name);
    let bad = |what: &str| corrupt(&id, what);
    let start = text("start")?.parse().map_err(|_| bad("start"))?;
    let player = |name: &str| -> Result<Player, ApiError> {
        serde_json::from_str(&text(name)?).map_err(|_| bad(name))
    };
    let outcome: Option<String> = row.get("outcome")?;
    let number = |name: &str| row.get::<_, i64>(name).map(i64::unsigned_abs);
    Ok(LiveGame {
        id: id.parse().map_err(|()| bad("id"))?,
        variant: Variant::from_name(&text("variant")?).ok_or_else(|| bad("variant"))?,
        players: ByColor::new(player("white")?, player("black")?),
        game: Game::from_position(start),
        played: Vec::new(),
        clock: clock(row)?,
        ending: match outcome {
            None => None,
            Some(text) => Some(outcome_from_text(&text).ok_or_else(|| bad(&text))?),
        },
        draw_offer: color(row.get("draw_offer")?),
        seq: number("seq")?,
        created: number("created")?,
        updated: number("updated")?,
        turn_since: now(),
        owner: Client(text("owner")?.into()),
    })
}

fn clock(row: &Row<'_>) -> Result<Option<GameClock>, ApiError> {
    let number =
        |name: &str| row.get::<_, Option<i64>>(name).map(|value| value.map(i64::unsigned_abs));
    let Some(initial) = number("clock_initial")? else { return Ok(None) };
    let setting =
        ClockSetting { initial, increment: number("clock_increment")?.unwrap_or_default() };
    let left = |name: &str| number(name).map(|left| left.unwrap_or(initial));
    let running = color(row.get("clock_running")?).zip(number("clock_since")?);
    let left = ByColor::new(left("clock_white")?, left("clock_black")?);
    Ok(Some(GameClock { setting, left, running }))
}

fn played(row: &Row<'_>) -> Option<Played> {
    let number = |name: &str| row.get::<_, Option<i64>>(name).ok().flatten();
    let score = row.get::<_, Option<String>>("score").ok()?;
    let thought = match score {
        None => None,
        Some(text) => Some(Thought {
            score: Value::from_text(&text)?,
            depth: number("depth")? as i32,
            nodes: number("nodes")?.unsigned_abs(),
        }),
    };
    Some(Played {
        by: By::from_name(&row.get::<_, String>("by").ok()?)?,
        time: number("time")?.unsigned_abs(),
        clock: number("clock").map(i64::unsigned_abs),
        thought,
    })
}

fn json(player: &Player) -> Result<String, ApiError> {
    serde_json::to_string(player).map_err(ApiError::internal)
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::White => "w",
        Color::Black => "b",
    }
}

fn color(text: Option<String>) -> Option<Color> {
    let text = text?;
    Color::ALL.into_iter().find(|&color| letter(color) == text)
}

fn corrupt(id: &str, what: &str) -> ApiError {
    ApiError::internal(format!("the store has a game {id} with an unreadable {what}"))
}
