import type { Socket } from "node:net";
import type { OutboundReceipt } from "../../../store/outbound_receipt.ts";
import type { Target } from "../../machine/network/allowed_host.ts";
import type { Resolve } from "../../machine/network/decide.ts";
import { readBody } from "./body.ts";
import { resolveDestination } from "./destination.ts";
import type { OutboundLimits } from "./limits.ts";
import type { PinnedAnswer, PinnedRequest } from "./pinned.ts";
import { OutboundError } from "./error.ts";
import { type Hop, isRedirect } from "./redirect.ts";
import { codeOf } from "../../../store/shared/message_of.ts";

/** The network of this machine, as requests see it. */
export type Network = {
  /** The port that this service listens on, which is never allowed. */
  servicePort: () => number;
  resolve: Resolve;
  /** Certificates in PEM that are trusted besides those of the system. */
  authorities: readonly string[];
  /** Sends one request to one address. */
  send: (pinned: PinnedRequest) => Promise<PinnedAnswer>;
  /** Opens a connection to a mail server; absent, the mail client does. */
  mail?: ((host: string, port: number) => Socket) | undefined;
  now: () => Date;
};

type Exchange = {
  hop: Hop;
  headers: Readonly<Record<string, string>>;
  allowed: readonly Target[];
  limits: OutboundLimits;
  signal: AbortSignal;
  /** True if the receipt must not contain the path. */
  hidden: boolean;
  /** Receives each step as it is done. */
  receipt: OutboundReceipt;
};

/** Sends one request without following redirects, and adds it to the receipt. Rejects with any error. */
export async function exchange(
  network: Network,
  { hop, headers, allowed, limits, signal, hidden, receipt }: Exchange,
): Promise<{ status: number; headers: Headers; body: Uint8Array<ArrayBuffer> }> {
  const { destination, method, body } = hop;
  const { url, target } = destination;
  const startedAt = performance.now();
  const entry: OutboundReceipt["hops"][number] = {
    method,
    url: hidden ? url.origin : url.origin + url.pathname,
    address: null,
    status: null,
    milliseconds: 0,
  };
  receipt.hops.push(entry);
  try {
    const { servicePort, resolve } = network;
    const resolving = resolveDestination(destination, { allowed, servicePort, resolve });
    const addresses = await untilAborted(resolving, signal);
    const answer = await sendToOne(addresses, async (address, isLast, onConnect) => {
      const { authorities, send } = network;
      const share = isLast ? 1 : 1 / addresses.length;
      return await send({
        ...{ destination, address, method, headers, body, authorities, signal },
        limits: { ...limits, connectMilliseconds: Math.ceil(limits.connectMilliseconds * share) },
        onConnect: () => (entry.address = address, onConnect()),
      });
    });
    try {
      entry.status = answer.statusCode!;
      const answered = { status: entry.status, headers: headersOf(answer) };
      if (isRedirect(answered.status, answered.headers.get("location"))) {
        return { ...answered, body: new Uint8Array() };
      }
      const { bytes, received } = await untilAborted(readBody(answer, target.host, limits), signal);
      receipt.receivedBytes = received;
      receipt.bodyBytes = bytes.length;
      return { ...answered, body: bytes };
    } finally {
      answer.destroy();
    }
  } finally {
    entry.milliseconds = Math.round(performance.now() - startedAt);
  }
}

/** Tries one address after the other until a connection is established; later errors are final. */
async function sendToOne(
  addresses: readonly string[],
  send: (address: string, isLast: boolean, onConnect: () => void) => Promise<PinnedAnswer>,
): Promise<PinnedAnswer> {
  let last: unknown;
  for (const address of addresses) {
    let connected = false;
    try {
      return await send(address, address === addresses.at(-1), () => (connected = true));
    } catch (cause) {
      last = cause;
      if (connected || !isOfConnection(cause)) throw cause;
    }
  }
  throw last;
}

/** Of the connection alone, and not of the whole request, which its signal ends. */
const isOfConnection = (cause: unknown): boolean =>
  (cause instanceof OutboundError && cause.reason === "too_slow") ||
  /^E(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT|ADDRNOTAVAIL|AFNOSUPPORT)$/.test(
    codeOf(cause) ?? "",
  );

function headersOf(answer: PinnedAnswer): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    if (name !== "set-cookie") { for (const value of values ?? []) headers.append(name, value); }
  }
  return headers;
}

/** Rejects as soon as the signal is aborted, without waiting for the promise. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {});
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
