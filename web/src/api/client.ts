// Requests to the server.

import type { ErrorBody } from "./types";

/** A token, where the server asks for one: `?token=` in the page's address, kept for the session. */
export function token(): string | null {
  const given = new URLSearchParams(location.search).get("token");
  if (given) sessionStorage.setItem("ferz.token", given);
  return sessionStorage.getItem("ferz.token");
}

/** This tab's name for the server's queue. */
export const CLIENT = (() => {
  const known = sessionStorage.getItem("ferz.client");
  const name = known ?? `page-${Math.random().toString(36).slice(2, 12)}`;
  sessionStorage.setItem("ferz.client", name);
  return name;
})();

/** What the server did not like, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { "X-Ferz-Client": CLIENT };
  const secret = token();
  if (secret) headers.Authorization = `Bearer ${secret}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, { code: "offline", message: "The server does not answer.", detail: null });
  }
  if (response.ok) return response;
  const fallback = { code: "internal", message: `The server says ${response.status}.`, detail: null };
  throw new ApiError(response.status, await response.json().catch(() => fallback));
}

/** Reads something. */
export async function get<T>(path: string): Promise<T> {
  return (await send("GET", path)).json() as Promise<T>;
}

/** Reads a text. */
export async function getText(path: string): Promise<string> {
  return (await send("GET", path)).text();
}

/** Asks for something to be done; `signal` ends the wait for it. */
export async function post<T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  const response = await send("POST", path, body, signal);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
