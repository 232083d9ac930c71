import { type ReadonlySignal, signal } from "@preact/signals";
import { type Transport, UnansweredError } from "../../client/client.ts";
import type { BrowserStorage } from "./storage.ts";

const KEY = "agent-harness.token";

/** The authentication of this browser. */
export type Session = {
  /** Sends a request with the token, and detects a rejected token. */
  send: Transport;
  /** Whether the service requires another token: it was rotated, or the storage was emptied. */
  readonly refused: ReadonlySignal<boolean>;
  /** Stores a token that the user typed. False if the service rejects it. */
  signIn: (token: string) => Promise<boolean>;
};

/**
 * Takes the token out of the address, where it must not stay, into local storage; continues to the requested page. Only `/` has a token
 * that the service has accepted: with any other address, a link on another site could replace the token that is stored.
 */
export function adoptToken(location: Location, history: History, storage: BrowserStorage): void {
  const { searchParams, pathname, hash } = new URL(location.href);
  const token = searchParams.get("token");
  if (token === null && pathname !== "/") return;
  if (token !== null && pathname === "/") storage.setItem(KEY, token);
  const next = searchParams.get("next") ?? "";
  searchParams.delete("token");
  const rest = searchParams.size > 0 ? `?${searchParams}` : "";
  const page = pathname === "/"
    ? (/^\/dashboard(?:[/?]|$)/.test(next) ? next : "/dashboard")
    : pathname + rest;
  history.replaceState(null, "", page + hash);
}

/** Returns the session of this browser. */
export function createSession(storage: BrowserStorage): Session {
  const refused = signal(false);
  const send: Transport = async (path, init) => {
    const headers = new Headers(init.headers);
    const token = storage.getItem(KEY);
    if (token !== null) headers.set("authorization", `Bearer ${token}`);
    const request = { ...init, headers, credentials: "same-origin", redirect: "error" } as const;
    const response = await fetch(path, request).catch((cause) => {
      throw cause instanceof TypeError ? new UnansweredError(cause) : cause;
    });
    refused.value = response.status === 401;
    return response;
  };
  return {
    send,
    refused,
    signIn: async (token) => {
      // Loading the page with the token sets the cookie that lets a reload work.
      const response = await fetch(`/?${new URLSearchParams({ token })}`, { credentials: "same-origin" });
      if (!response.ok) return false;
      storage.setItem(KEY, token);
      refused.value = false;
      return true;
    },
  };
}
