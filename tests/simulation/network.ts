import { OutboundError } from "../../services/accounts/outbound/error.ts";
import type { Network } from "../../services/accounts/outbound/exchange.ts";
import type { PinnedAnswer, PinnedRequest } from "../../services/accounts/outbound/pinned.ts";
import type { Random } from "../recovery/load/random.ts";
import type { SimulatedClocks } from "./clocks.ts";

/** A request as a server gets it. */
export type Received = {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
};
/** What a server answers. */
export type Reply = { status: number; body: string; headers?: Readonly<Record<string, string>> };
/** What a request needs on its way. */
type Journey = {
  host: string;
  limits: Pick<PinnedRequest["limits"], "connectMilliseconds" | "firstByteMilliseconds">;
  /** Called when the server has it. */
  onConnect: () => void;
  /** Waits for so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
};
/** What comes back of it: an answer, or the beginning of one. */
type Arrived = { reply: Reply; complete: boolean };
/** A server: what it does with a request, at the moment at which that arrives. */
export type Server = (request: Received) => Reply;

const WAYS = ["well", "late", "twice", "wrongly", "cut off", "unreached", "never"] as const;
/** How the way to a server and back behaves. */
export type Way = (typeof WAYS)[number];

/** Chooses ways by a seed: a network in trouble fails two of five requests. */
export const waysBy = (random: Random) => (isFaulty: boolean): Way =>
  isFaulty && random.next() < 0.4 ? random.pick(WAYS) : "well";

/** An address that is public and that nothing real is asked for. */
const ADDRESS = "93.184.216.34";
/** Waits shorter than any limit of a request. */
const LATE_MILLISECONDS = 4_000;

/** The outgoing network: servers by their host, which answer late, twice, wrongly or never, as the seed has it. */
export class SimulatedNetwork {
  readonly servers = new Map<string, Server>();
  /** Whether the network is in trouble. */
  isFaulty = false;
  /** How many requests wait for time to pass. */
  waiting = 0;
  #connection = new AbortController();

  /** `choose` says how the way to a server and back behaves for the next request; `isFaulty` asks for trouble. */
  constructor(readonly clocks: SimulatedClocks, readonly choose: (isFaulty: boolean) => Way) {}

  /** What one process of the service sees of it. */
  connect(): Pick<Network, "resolve" | "send"> {
    const { signal } = this.#connection = new AbortController();
    return {
      resolve: (host) => Promise.resolve(this.servers.has(host) ? [ADDRESS] : []),
      send: (pinned) => this.#send(pinned, signal),
    };
  }

  /** Nothing of the process that was connected reaches anyone any more. */
  cut(): void {
    this.#connection.abort(new Error("The process has ended."));
  }

  /** Takes a request to a server and its answer back. Throws `OutboundError` if nothing comes back in time. */
  async travel(request: Received, { host, limits, onConnect, pause }: Journey): Promise<Arrived> {
    const way = this.choose(this.isFaulty);
    const late = async (milliseconds: number, what: string) => {
      await pause(milliseconds);
      throw new OutboundError("too_slow", `${host} ${what} within ${milliseconds} ms.`);
    };
    if (way === "unreached") return await late(limits.connectMilliseconds, "did not accept a connection");
    onConnect();
    const ask = () => this.servers.get(host)!(request);
    const reply = ask();
    if (way === "twice") ask();
    if (way === "never") return await late(limits.firstByteMilliseconds, "did not answer");
    if (way === "late") await pause(LATE_MILLISECONDS);
    if (way === "wrongly") return { reply: { status: 500, body: "<h1>Bad gateway</h1>" }, complete: true };
    return { reply, complete: way !== "cut off" };
  }

  async #send(pinned: PinnedRequest, ended: AbortSignal): Promise<PinnedAnswer> {
    ended.throwIfAborted();
    const { destination: { url, target }, method, headers, body, limits, onConnect } = pinned;
    const signal = AbortSignal.any([pinned.signal, ended]);
    const pause = async (milliseconds: number) => {
      this.waiting++;
      await this.clocks.pause(milliseconds, signal).finally(() => this.waiting--);
    };
    const text = body === null ? "" : new TextDecoder().decode(body);
    const request = { method, path: url.pathname, headers, body: text };
    const { reply, complete } = await this.travel(request, { host: target.host, limits, onConnect, pause });
    return answerOf(reply, complete);
  }
}

/** An answer as a connection gives it: its body arrives, wholly or up to where it is cut off. */
function answerOf({ status, body, headers = {} }: Reply, complete: boolean): PinnedAnswer {
  const bytes = new TextEncoder().encode(body);
  const given = { "content-type": "application/json", "content-length": String(bytes.length), ...headers };
  async function* arriving() {
    yield await Promise.resolve(complete ? bytes : bytes.subarray(0, bytes.length >> 1));
    if (!complete) throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  }
  return {
    statusCode: status,
    headers: given,
    headersDistinct: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value]])),
    complete,
    destroy: () => {},
    [Symbol.asyncIterator]: arriving,
  };
}
