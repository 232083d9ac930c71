import { pause } from "../../ground/kernel/pause.ts";
import { showTarget } from "./allowed_host.ts";
import { decideTarget, type NetworkRule, type Resolve } from "./decide.ts";
import { closeQuietly, connectToOne, relay, writeAll } from "./relay.ts";
import { parseRequest, type ProxyRequest } from "./request.ts";
import { UseCounter } from "./use.ts";
import { type NetworkUse, refusalSentence } from "../../../store/runs/network.ts";

const MAX_HEAD_BYTES = 16 * 1024;
const MAX_HEAD_MILLISECONDS = 30_000;
const MAX_GOODBYE_MILLISECONDS = 5_000;
const MAX_CONNECTIONS = 256;
/** How many others are told that there are too many. Those beyond are closed at once. */
const MAX_REFUSED = 256;
/** How long it waits when a connection cannot be accepted: most likely too many files are open. */
const ACCEPT_AGAIN_MILLISECONDS = 100;

/** The network access of one command. */
type NetworkProxy = {
  /** What it has used and what was refused so far; null if there were no requests. */
  use: () => NetworkUse | null;
  /** Closes all connections; new ones are decided as before. */
  cut: () => void;
  /** Closes all connections and removes the socket; resolves when none is left. */
  close: () => Promise<void>;
};

/** Listens on a Unix socket for one command, and connects it to the hosts that its rule allows. */
export function openNetworkProxy(socket: string, rule: NetworkRule, resolve?: Resolve): NetworkProxy {
  const listener = Deno.listen({ transport: "unix", path: socket });
  Deno.chmodSync(socket, 0o600);
  const counter = new UseCounter();
  const open = new Map<Deno.Conn, Promise<void>>();
  const ending = new AbortController();
  let cutting = new AbortController();
  const serving = () => {
    const signal = AbortSignal.any([ending.signal, cutting.signal]);
    return { rule, counter, signal, ...(resolve && { resolve }) };
  };
  const take = (client: Deno.Conn) => {
    if (open.size >= MAX_CONNECTIONS + MAX_REFUSED) return closeQuietly(client);
    const answered = open.size < MAX_CONNECTIONS
      ? serve(client, serving())
      : refuse(client, 503, "There are too many connections at the same time.");
    const served = answered.catch(() => {}).finally(() => {
      closeQuietly(client);
      open.delete(client);
    });
    open.set(client, served);
  };
  const accepting = (async () => {
    while (!ending.signal.aborted) {
      try {
        for await (const client of listener) take(client);
      } catch {
        await pause(ACCEPT_AGAIN_MILLISECONDS, ending.signal).catch(() => {});
      }
    }
  })();
  return {
    use: () => counter.result(),
    cut: () => {
      cutting.abort(); // what is still being decided or connected
      cutting = new AbortController();
      for (const client of open.keys()) closeQuietly(client);
    },
    close: async () => {
      ending.abort();
      listener.close();
      await accepting;
      const served = [...open.values()];
      for (const client of open.keys()) closeQuietly(client);
      await Promise.all(served);
      await Deno.remove(socket).catch(() => {});
    },
  };
}

/** What all connections of a proxy share. */
type Serving = { rule: NetworkRule; counter: UseCounter; signal: AbortSignal; resolve?: Resolve };

async function serve(client: Deno.Conn, { rule, counter, signal, resolve }: Serving): Promise<void> {
  const read = await readHead(client);
  if (read === null) return;
  const request = parseRequest(read.head);
  if (typeof request === "string") return await refuse(client, 400, request);
  const name = showTarget(request.target);
  const decision = await untilAborted(decideTarget(rule, request.target, resolve), signal);
  if ("refusal" in decision) {
    counter.refused(name, decision.refusal);
    return await refuse(client, 403, refusalSentence({ host: name, reason: decision.refusal }));
  }
  const upstream = await connectToOne(decision.addresses, request.target.port, signal);
  if (upstream === null) return await refuse(client, 502, `${name} cannot be reached.`);
  const count = counter.connected(name);
  try {
    await begin(request, client, upstream, read.rest, (bytes) => count("sent", bytes));
  } catch (error) {
    closeQuietly(upstream);
    throw error;
  }
  await relay(client, upstream, count);
}

async function begin(
  request: ProxyRequest,
  client: Deno.Conn,
  upstream: Deno.Conn,
  rest: Uint8Array,
  sent: (bytes: number) => void,
): Promise<void> {
  const head = request.kind === "forward" ? latin1(request.head) : new Uint8Array();
  if (request.kind === "tunnel") {
    await writeAll(client, latin1("HTTP/1.1 200 Connection established\r\n\r\n"));
  }
  for (const bytes of [head, rest]) {
    await writeAll(upstream, bytes);
    sent(bytes.length);
  }
}

/** Reads up to the empty line; null if it does not arrive in time or within the limit. */
async function readHead(client: Deno.Conn): Promise<{ head: string; rest: Uint8Array } | null> {
  const timer = setTimeout(() => closeQuietly(client), MAX_HEAD_MILLISECONDS);
  const buffer = new Uint8Array(MAX_HEAD_BYTES);
  try {
    for (let size = 0; size < buffer.length;) {
      const more = await client.read(buffer.subarray(size));
      if (more === null) return null;
      size += more;
      const text = new TextDecoder("latin1").decode(buffer.subarray(0, size));
      const end = text.indexOf("\r\n\r\n");
      if (end >= 0) return { head: text.slice(0, end), rest: buffer.slice(end + 4, size) };
    }
    await refuse(client, 431, `The head of the request exceeds ${MAX_HEAD_BYTES} bytes.`);
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects as soon as the signal is aborted, without waiting for the promise. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function refuse(client: Deno.Conn, status: number, sentence: string): Promise<void> {
  const body = new TextEncoder().encode(`${sentence}\n`);
  const head = [
    `HTTP/1.1 ${status} ${sentence.replaceAll(/[^\x20-\x7e]/g, "?")}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  const timer = setTimeout(() => closeQuietly(client), MAX_GOODBYE_MILLISECONDS);
  try {
    await writeAll(client, latin1(`${head.join("\r\n")}\r\n\r\n`));
    await writeAll(client, body);
    await client.closeWrite();
    // If it were closed with unread bytes, the connection would be reset before the program has read the answer.
    for (const buffer = new Uint8Array(MAX_HEAD_BYTES); await client.read(buffer) !== null;);
  } catch {
    // It is no longer interested.
  } finally {
    clearTimeout(timer);
  }
}

const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
