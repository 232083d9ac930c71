import { createHmac } from "node:crypto";
import { BodyReader } from "../../../routes/body_reader.ts";
import { workerDoor } from "../../../routes/worker_door/app.ts";
import { threadMilliseconds } from "../../../services/ground/kernel/thread_time.ts";
import { MachineClient, type Send } from "../../../services/execution/worker_program/mod.ts";
import { AGENT, OPERATOR } from "../../harness.ts";
import { ENDPOINTS } from "../../routes/endpoints.ts";
import type { World } from "../../runs/runs_world.ts";
import { CONTROL, enrolMachine } from "../../worker_machines/machine.ts";
import { inTime } from "../in_time.ts";
import type { Answered } from "./judge.ts";
import type { Input, Pool } from "./input.ts";
import type { WatchedLog } from "./watched_log.ts";

const MOST_READ = 4_000_000;

/** The secret that webhooks of the world are signed with. */
const SECRET = "a-secret-that-two-parties-know";
const TOKENS = { operator: OPERATOR, agent: AGENT, stranger: `${OPERATOR.slice(0, -1)}x` };
const BASE = "http://127.0.0.1:4317";

/** Sends inputs to one service as each of its callers. */
export class Session {
  readonly errors: string[] = [];
  readonly #door: Send;
  #machine: MachineClient | null = null;
  #answer: Response | null = null;

  private constructor(readonly world: World, readonly pool: Pool, readonly watched: WatchedLog) {
    const door = workerDoor(world.h.service, new BodyReader());
    this.#door = async (url, init) => {
      const response = await door(new Request(url, init));
      this.#answer = response.clone();
      return response;
    };
  }

  /** Prepares what callers need: automations that listen to webhooks, and a worker machine. */
  static async open(world: World, pool: Pool, watched: WatchedLog): Promise<Session> {
    const session = new Session(world, pool, watched);
    const { h, repository } = world;
    const { id: secretId } = await h.operator("POST /secrets", {
      body: { name: "hook/fuzz", kind: "webhook", value: SECRET },
    });
    const action = { kind: "run" as const, request: 'create hook.md with "x"', repoPath: repository.root };
    for (const verification of ["shared_secret", "standard_webhooks", "github"] as const) {
      const trigger = {
        kind: "webhook" as const,
        path: verification.replaceAll("_", "-"),
        secretId,
        verification,
      };
      pool.learn(await h.operator("POST /automations", { body: { name: verification, trigger, action } }));
      pool.learn({ path: trigger.path });
    }
    const { client } = await enrolMachine(h, { name: "fuzzed" }, session.#door);
    session.#machine = client;
    pool.learn(world.ids);
    return session;
  }

  /** Sends an input and returns its answer; null for what cannot be a request at all. */
  async send(input: Input): Promise<Answered | null> {
    const { h } = this.world;
    const path = this.pool.expand(input.path, encodeURIComponent);
    const body = input.body === null
      ? null
      : bytesOf(this.pool.expand(input.body, (value) => JSON.stringify(value).slice(1, -1)));
    const isRead = input.method === "GET" || input.method === "HEAD";
    let request: Request;
    try {
      const headers = this.#headers(input, isRead ? null : body);
      request = new Request(`${BASE}${path}`, {
        method: input.method,
        headers,
        ...(!isRead && body && { body }),
      });
    } catch {
      return null;
    }
    const head = h.store.head;
    this.watched.errors.length = 0;
    const began = threadMilliseconds();
    const response = await inTime(
      input.caller === "worker" ? this.#sendAsMachine(input, path, body) : h.composition.app.fetch(request),
    );
    const text = await inTime(readText(response));
    const milliseconds = threadMilliseconds() - began;
    return {
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      text,
      milliseconds,
      errors: [...this.watched.errors],
      events: h.store.head === head ? [] : h.store.events.after(head, 1_000),
      reached: input.caller === "worker" ? null : endpointAt(input.method, new URL(request.url).pathname),
    };
  }

  #headers({ caller, headers }: Input, body: Uint8Array | null): Headers {
    const made = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      made.set(
        name,
        this.pool.expand(value, (text) => text),
      );
    }
    if (!made.has("host")) made.set("host", "127.0.0.1:4317");
    if (caller === "operator" || caller === "agent" || caller === "stranger") {
      made.set("authorization", `Bearer ${TOKENS[caller]}`);
    }
    if (caller !== "webhook") return made;
    const content = body ?? new Uint8Array();
    const timestamp = String(Math.floor(this.world.clock.at / 1000));
    const hmac = () => createHmac("sha256", SECRET);
    made.set("x-agent-harness-webhook-secret", SECRET);
    made.set("x-hub-signature-256", `sha256=${hmac().update(content).digest("hex")}`);
    made.set("webhook-id", "msg_1");
    made.set("webhook-timestamp", timestamp);
    made.set(
      "webhook-signature",
      `v1,${hmac().update(`msg_1.${timestamp}.`).update(content).digest("base64")}`,
    );
    return made;
  }

  /** With its token and its signature, at the door for worker machines. */
  async #sendAsMachine(
    { method, headers }: Input,
    path: string,
    bytes: Uint8Array<ArrayBuffer> | null,
  ): Promise<Response> {
    const as = method === "POST" || method === "PUT" ? method : "GET";
    const url = new URL(`${CONTROL}${path}`);
    const given = new Headers(headers);
    this.#answer = null;
    await this.#machine!.fetch({
      method: as,
      path: `${url.pathname}${url.search}`,
      headers: Object.fromEntries(given),
      ...(as !== "GET" && bytes && { bytes }),
    }).then((response) => response.body?.cancel(), () => {});
    return this.#answer ?? new Response(null, { status: 499 });
  }
}

/** The bytes of a text, in which half a surrogate pair stays what no UTF-8 is. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  if (text.isWellFormed()) return new TextEncoder().encode(text);
  const parts = [...text].map((one) =>
    one.isWellFormed() ? new TextEncoder().encode(one) : Uint8Array.of(0xed, 0xa0, 0x80)
  );
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return "";
  const type = response.headers.get("content-type") ?? "";
  if (type === "text/event-stream") {
    await response.body.cancel();
    return "";
  }
  if (!/json|text/.test(type)) {
    let size = 0;
    for await (const chunk of response.body) if ((size += chunk.length) > MOST_READ) break;
    return "";
  }
  return await response.text();
}

const ROUTES = ENDPOINTS.map(({ key, method, path, endpoint: { access } }) => ({
  reached: { key, access },
  method,
  parts: path.split("/"),
  parameters: path.split(":").length,
})).toSorted((a, b) => a.parameters - b.parameters);

/** Returns the endpoint that a request reaches: the one with the fewest parameters that its path fits. */
function endpointAt(method: string, pathname: string): Answered["reached"] {
  const given = pathname.split("/");
  const asked = method === "HEAD" ? "GET" : method;
  return ROUTES.find((route) =>
    route.method === asked && route.parts.length === given.length &&
    route.parts.every((part, i) => part === given[i] || (part.startsWith(":") && given[i] !== ""))
  )?.reached ?? null;
}
