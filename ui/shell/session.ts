import { type ReadonlySignal, signal } from "@preact/signals";
import type { Transport } from "../../client/client.ts";

const KEY = "agent-harness.token";

/** Who this browser is to the service. */
export type Session = {
  /** Sends a request with the token, and notices when it is refused. */
  send: Transport;
  /** The service wants a token that this browser does not have: it was rotated, or storage was emptied. */
  readonly refused: ReadonlySignal<boolean>;
  /** Takes a token that the person typed. False when the service does not know it. */
  signIn: (token: string) => Promise<boolean>;
};

/**
 * Takes the token out of the address, where it must not stay, into local storage; continues to the requested page.
 */
export function adoptToken(location: Location, history: History, storage: Storage): void {
  const { searchParams, pathname, hash } = new URL(location.href);
  const token = searchParams.get("token");
  if (token !== null) storage.setItem(KEY, token);
  const next = searchParams.get("next") ?? "";
  searchParams.delete("token");
  const rest = searchParams.size > 0 ? `?${searchParams}` : "";
  const page = pathname === "/"
    ? (/^\/dashboard(?:[/?]|$)/.test(next) ? next : "/dashboard")
    : pathname + rest;
  if (token !== null || pathname === "/") history.replaceState(null, "", page + hash);
}

/** The session of this browser. */
export function createSession(storage: Storage): Session {
  const refused = signal(false);
  const send: Transport = async (path, init) => {
    const headers = new Headers(init.headers);
    const token = storage.getItem(KEY);
    if (token !== null) headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(path, { ...init, headers, credentials: "same-origin", redirect: "error" });
    refused.value = response.status === 401;
    return response;
  };
  return {
    send,
    refused,
    signIn: async (token) => {
      // The page's own door sets the cookie that lets a reload work.
      const response = await fetch(`/?${new URLSearchParams({ token })}`, { credentials: "same-origin" });
      if (!response.ok) return false;
      storage.setItem(KEY, token);
      refused.value = false;
      return true;
    },
  };
}
