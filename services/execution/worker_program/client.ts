import { z } from "zod";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { sign } from "../../workforce/worker_machines/wire/mod.ts";
import { requireProtocol } from "../../workforce/worker_machines/wire/mod.ts";
import { doorSchema } from "../../workforce/worker_machines/wire/mod.ts";
import { type Lane, MACHINE_HEADERS, requestText } from "../../workforce/worker_machines/wire/mod.ts";
import type { Identity } from "./identity.ts";

/** Sends a request; `fetch`, or what a test puts in its place. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Returns what sends requests to a control plane whose certificate `ca` has signed; null for those that this machine trusts. */
export function sendTrusting(ca: string | null): Send {
  // With HTTP/2, a request that got no answer would leave its dead connection to all later ones.
  const client = Deno.createHttpClient({ http2: false, ...(ca !== null && { caCerts: [ca] }) });
  return (url, init) => fetch(url, { ...init, client });
}

/** The control plane refused a request; its sentence says why. */
export class RefusedError extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

/** A lease to renew. */
export type BeatingLease = { leaseId: string; leaseMilliseconds: number };

/** Renews a lease until disposed; `lost` is called with a sentence when this machine has to stop. */
export type Beats = (
  client: MachineClient,
  lease: BeatingLease,
  lost: (why: string) => void,
) => Disposable;

/** What to send. */
type Request = {
  method: "GET" | "POST" | "PUT";
  path: string;
  body?: unknown;
  bytes?: Uint8Array<ArrayBuffer>;
  lane?: Lane;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

const NONE = new Uint8Array();

/** Sends signed requests to the control plane. */
export class MachineClient {
  #epoch: string | null = null;
  /** Names this start of the machine. */
  readonly session: string;
  /** What renews its leases; absent: this thread. */
  readonly beats: Beats | undefined;
  /** Requests of a lane are sent one after the other, because their counters have to arrive in order. */
  readonly #lanes = new Map<Lane, { counter: number; last: Promise<unknown> }>();

  constructor(
    readonly identity: Identity,
    readonly send: Send = fetch,
    { session = crypto.randomUUID(), beats }: { session?: string; beats?: Beats } = {},
  ) {
    this.session = session;
    this.beats = beats;
  }

  /** Returns the answer, in the given shape. Throws `RefusedError`, and what `send` throws. */
  async call<Schema extends z.ZodType>(schema: Schema, request: Request): Promise<z.output<Schema>> {
    return schema.parse(await (await this.fetch(request)).json());
  }

  /** Returns the response. After each restart of the control plane the request is signed anew. */
  async fetch(request: Request): Promise<Response> {
    const { lane = "main" } = request;
    const state = this.#lane(lane);
    const sent = state.last.then(() => this.#fetch(request, lane));
    state.last = sent.catch(() => {});
    return await sent;
  }

  /** Forgets the lanes of a lease that is over. */
  forget(leaseId: string): void {
    for (const lane of this.#lanes.keys()) if (lane.endsWith(leaseId)) this.#lanes.delete(lane);
  }

  #lane(lane: Lane): { counter: number; last: Promise<unknown> } {
    const known = this.#lanes.get(lane) ?? { counter: 0, last: Promise.resolve() };
    this.#lanes.set(lane, known);
    return known;
  }

  async #fetch(request: Request, lane: Lane): Promise<Response> {
    for (let epoch = this.#epoch ??= await this.#readEpoch(request);; epoch = this.#epoch) {
      const response = await this.#sendSigned(request, lane, epoch);
      if (response.ok) return response;
      const refused = new RefusedError(response.status, await sentenceOf(response));
      if (response.status !== 401) throw refused;
      // A request on another lane may have learned of the restart first.
      if (this.#epoch === epoch) this.#epoch = await this.#readEpoch(request);
      if (this.#epoch === epoch) throw refused;
    }
  }

  async #sendSigned(request: Request, lane: Lane, epoch: string): Promise<Response> {
    const { method, path, headers, signal } = request;
    const { identity: { machineId, token, keys, control } } = this;
    const body = request.bytes ??
      (request.body === undefined ? NONE : new TextEncoder().encode(JSON.stringify(request.body)));
    const counter = ++this.#lane(lane).counter;
    const text = requestText({ method, path, body, epoch, session: this.session, lane, counter });
    return await this.send(`${control}${path}`, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        [MACHINE_HEADERS.machine]: machineId,
        [MACHINE_HEADERS.session]: this.session,
        [MACHINE_HEADERS.lane]: lane,
        [MACHINE_HEADERS.counter]: String(counter),
        [MACHINE_HEADERS.signature]: await sign(keys, text),
      },
      ...(method !== "GET" && { body: new Blob([body]) }),
      ...(signal && { signal }),
      redirect: "error",
    });
  }

  async #readEpoch({ signal }: Request): Promise<string> {
    const send: Send = (url, init) => this.send(url, { ...init, ...(signal && { signal }) });
    const { protocol, epoch } = await callOpen(doorSchema, send, `${this.identity.control}/worker/door`);
    requireProtocol(protocol);
    return epoch;
  }
}

/** Sends a request that needs no token. Throws `RefusedError`. */
export async function callOpen<Schema extends z.ZodType>(
  schema: Schema,
  send: Send,
  url: string,
  body?: unknown,
): Promise<z.output<Schema>> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await send(url, { ...init, redirect: "error" });
  if (!response.ok) throw new RefusedError(response.status, await sentenceOf(response));
  return schema.parse(await response.json());
}

async function sentenceOf(response: Response): Promise<string> {
  const parsed = z.object({ error: z.string() }).safeParse(await response.json().catch(() => null));
  if (parsed.success) return parsed.data.error;
  throw new UnavailableError(`The control plane answered with status ${response.status}, and not as one.`);
}
