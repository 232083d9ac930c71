import { hash, timingSafeEqual } from "node:crypto";
import { type CallFailure, pass, type Traffic } from "./pass.ts";
import type { ProxyOptions } from "./options.ts";
import { refusalResponse } from "./refusal.ts";

/** The model traffic of one agent, seen and paid for by this service. */
export type ModelProxy = {
  /** Null if it listens on a unix socket. */
  port: number | null;
  /** The agent's key; valid only for this proxy. */
  token: string;
  /** The number of open questions, and the time of the last traffic. */
  activity: () => { open: number; lastAt: number };
  /** What went wrong with the newest question; null when it was answered. */
  lastFailure: () => CallFailure | null;
  close: () => Promise<void>;
};

/** Opens a proxy for one agent. It adds the provider's key, which never reaches the agent. */
export function openModelProxy(options: ProxyOptions): ModelProxy {
  const token = `agent-${crypto.randomUUID()}`;
  const traffic: Traffic = { open: 0, lastAt: performance.now(), failure: null };
  const ending = new AbortController();
  const handle = (request: Request) =>
    isCaller(request, token) ? pass(options, traffic, request, ending.signal) : refusalResponse({
      status: 401,
      sentence: "This proxy only accepts the token of the agent that it was opened for.",
    });
  const server = options.socket === null
    ? Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handle)
    : Deno.serve({ path: options.socket, onListen: () => {} }, handle);
  // An agent that opens too many connections loses its model; an unhandled rejection would end the service.
  server.finished.catch(() => {});
  return {
    port: server.addr.transport === "tcp" ? server.addr.port : null,
    token,
    activity: () => ({ open: traffic.open, lastAt: traffic.lastAt }),
    lastFailure: () => traffic.failure,
    close: async () => {
      ending.abort();
      await server.shutdown();
    },
  };
}

function isCaller(request: Request, token: string): boolean {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const given = bearer ?? request.headers.get("x-api-key") ?? request.headers.get("x-goog-api-key") ?? "";
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", token, "buffer"));
}
