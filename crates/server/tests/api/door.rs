use axum::body::Body;
use axum::http::Request;
use ferz_server::Access;
use serde_json::json;

use crate::desk::{Answer, Desk};

async fn ask_with(desk: &Desk, headers: &[(&str, &str)]) -> Answer {
    let request = headers
        .iter()
        .fold(Request::get("/api/about"), |request, (name, value)| request.header(*name, *value));
    desk.ask(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn other_sites_and_other_hosts_are_refused() {
    let desk = Desk::with(|config| config.origins.push("http://localhost:5173".to_owned()));
    let here = ("host", "127.0.0.1:8080");
    ask_with(&desk, &[here]).await.ok();
    ask_with(&desk, &[("host", "localhost")]).await.ok();
    ask_with(&desk, &[here, ("origin", "http://127.0.0.1:8080")]).await.ok();
    ask_with(&desk, &[here, ("origin", "http://localhost:5173")]).await.ok();
    for origin in ["http://evil.example", "null", "http://127.0.0.1:9999"] {
        ask_with(&desk, &[here, ("origin", origin)]).await.error(403, "forbidden_origin");
    }
    for host in ["evil.example:8080", "127.0.0.1.evil.example", "0.0.0.0"] {
        ask_with(&desk, &[("host", host)]).await.error(403, "forbidden_host");
    }
}

#[tokio::test]
async fn a_token_is_asked_for_when_there_is_one() {
    let desk = Desk::with(|config| config.access = Access::Token("sesame".to_owned()));
    for wrong in
        [vec![], vec![("authorization", "Bearer sesam")], vec![("authorization", "sesame")]]
    {
        ask_with(&desk, &wrong).await.error(401, "unauthorized");
    }
    ask_with(&desk, &[("authorization", "Bearer sesame"), ("host", "any.example")]).await.ok();
    desk.get("/api/about?token=sesame").await.error(401, "unauthorized");
}

#[tokio::test]
async fn unreadable_requests_are_explained() {
    let desk = Desk::with(|config| config.limits.body = 1000);
    desk.get("/api/nothing").await.error(404, "not_found");
    desk.get("/api/games/../../etc/passwd").await.error(404, "not_found");
    desk.get("/assets/../Cargo.toml").await.error(404, "not_found");
    desk.get("/api/games/nonsense").await.error(404, "no_game");
    desk.get("/api/games?limit=many").await.error(400, "bad_request");
    desk.post("/api/about", json!({})).await.error(405, "method_not_allowed");
    desk.post("/api/games", json!({ "whit": 1 })).await.error(400, "bad_request");
    desk.post("/api/games", json!([1])).await.error(400, "bad_request");
    desk.post("/api/games", json!({ "fen": "x".repeat(2000) })).await.error(413, "too_large");
    let bad = desk.post("/api/games", json!({ "fen": "nonsense" })).await.error(422, "bad_fen");
    assert_eq!(bad["detail"]["fen"], "nonsense");
    let text = Request::post("/api/games").header("content-type", "text/plain");
    let answer = desk.ask(text.body(Body::from("{}")).unwrap()).await;
    answer.error(415, "unsupported_media_type");
}

#[tokio::test]
async fn the_server_describes_itself() {
    let desk = Desk::new();
    let about = desk.get("/api/about").await.ok();
    assert_eq!((&about["name"], &about["limits"]["hash"]), (&json!("Ferz"), &json!(2)));
    let document = desk.get("/api/openapi.json").await.ok();
    let paths = document["paths"].as_object().unwrap();
    for path in ["/api/games", "/api/games/{id}/moves", "/api/analyse", "/api/position"] {
        assert!(paths.contains_key(path), "{path}");
    }
    assert!(desk.get("/api/docs").await.text.contains("/api/games/{id}/moves"));
    let page = desk.get("/").await;
    assert!(page.status.is_success() && page.headers.contains_key("content-security-policy"));
}

/// Everything that a value refers to.
fn references(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(|name| name.as_str()).map(str::to_owned));
            fields.values().for_each(|field| references(field, found));
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn the_description_has_everything_that_it_refers_to() {
    let document = Desk::new().get("/api/openapi.json").await.ok();
    let mut names = Vec::new();
    references(&document, &mut names);
    assert!(names.iter().any(|name| name == "#/components/schemas/ApiError"));
    for name in names {
        assert!(document.pointer(&name[1..]).is_some(), "{name}");
    }
}
