// The one WebSocket: topics with snapshots and increments, and analysis.
//
// A lost connection comes back by itself and asks for what was missed, so that nothing is lost.

import { CLIENT, token } from "./client";
import type { AnalysisLine, ErrorBody, Work } from "./types";

type Message =
  | { type: "hello"; boot: string }
  | { type: "snapshot" | "event"; topic: string; seq: number; data: unknown }
  | { type: "gone"; topic: string; error: ErrorBody }
  | { type: "ok"; id: number; data: unknown }
  | { type: "error"; id: number | null; error: ErrorBody }
  | { type: "analysis"; session: string; data: AnalysisLine };

/** Hears of a topic. */
export interface Follower {
  snapshot(data: unknown): void;
  event(data: unknown): void;
  gone?(error: ErrorBody): void;
}

interface Topic {
  seq: number | undefined;
  follower: Follower;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;

class Socket {
  private socket: WebSocket | undefined;
  private boot: string | undefined;
  /** Whether the server has greeted on this connection. */
  private isReady = false;
  private wait = FIRST_WAIT;
  private nextId = 1;
  private readonly topics = new Map<string, Topic>();
  private readonly analyses = new Map<string, { work: Work; listener: (line: AnalysisLine) => void }>();
  private readonly errors = new Map<number, (error: ErrorBody) => void>();
  /** Told when the connection comes and goes. */
  onState: (connected: boolean) => void = () => {};

  /** Follows a topic until the returned function is called. One follower for a topic. */
  follow(topic: string, follower: Follower): () => void {
    this.topics.set(topic, { seq: undefined, follower });
    this.connect();
    this.say({ type: "subscribe", topic });
    return () => {
      if (this.topics.get(topic)?.follower !== follower) return;
      this.topics.delete(topic);
      this.say({ type: "unsubscribe", topic });
    };
  }

  /** Analyses until the returned function is called. */
  analyse(work: Work, listener: (line: AnalysisLine) => void, failed: (error: ErrorBody) => void): () => void {
    const session = work.sessionId;
    const own = { work, listener };
    this.analyses.set(session, own);
    this.connect();
    const id = this.nextId++;
    this.errors.set(id, failed);
    this.say({ type: "analyse", id, session, work });
    return () => {
      this.errors.delete(id);
      if (this.analyses.get(session) !== own) return;
      this.analyses.delete(session);
      this.say({ type: "stop", id: this.nextId++, session });
    };
  }

  private connect(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const query = new URLSearchParams({ client: CLIENT });
    const secret = token();
    if (secret) query.set("token", secret);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/ws?${query}`);
    socket.addEventListener("message", (message) => this.hear(JSON.parse(String(message.data)) as Message));
    socket.addEventListener("close", () => this.lost());
    this.socket = socket;
  }

  private lost(): void {
    this.isReady = false;
    this.onState(false);
    if (this.topics.size === 0 && this.analyses.size === 0) return;
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  private say(message: unknown): void {
    // What is said before the connection stands is said again by `greet`.
    if (this.isReady && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** After the server's greeting: everything that we want to hear of. */
  private greet(boot: string): void {
    const isSame = this.boot === boot;
    this.boot = boot;
    this.isReady = true;
    this.wait = FIRST_WAIT;
    this.onState(true);
    for (const [topic, state] of this.topics) {
      const survives = isSame || topic.startsWith("game:");
      const after = survives && state.seq !== undefined ? { after: state.seq } : {};
      this.say({ type: "subscribe", topic, ...after });
    }
    for (const [session, { work }] of this.analyses) {
      this.say({ type: "analyse", id: this.nextId++, session, work });
    }
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "hello":
        this.greet(message.boot);
        break;
      case "snapshot":
      case "event": {
        const topic = this.topics.get(message.topic);
        if (!topic) return;
        topic.seq = message.seq;
        if (message.type === "snapshot") topic.follower.snapshot(message.data);
        else topic.follower.event(message.data);
        break;
      }
      case "gone":
        this.topics.get(message.topic)?.follower.gone?.(message.error);
        this.topics.delete(message.topic);
        break;
      case "analysis":
        this.analyses.get(message.session)?.listener(message.data);
        break;
      case "error":
        if (message.id !== null) this.errors.get(message.id)?.(message.error);
        break;
      case "ok":
        break;
    }
  }
}

export const socket = new Socket();
