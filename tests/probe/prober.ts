import { AGENT, OPERATOR } from "../tokens.ts";
import { fillPath } from "../../client/client.ts";
import { type Declared, ENDPOINTS } from "../routes/endpoints.ts";
import { TestRepository } from "../git.ts";
import { keepsGeneralRules } from "./general_answers.ts";
import type { Fault, Promised } from "./promise.ts";

export type Caller = "operator" | "agent" | "nobody" | "a wrong token";

/** What a request sends. */
export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  as?: Caller;
};

/** An answer, read to its end; a stream is cut where it begins. */
export type Got = { status: number; headers: Headers; text: string };

const TOKENS: Readonly<Record<Caller, string | null>> = {
  operator: OPERATOR,
  agent: AGENT,
  nobody: null,
  "a wrong token": "someone-else",
};

// deno-lint-ignore no-explicit-any -- what an answer holds is what the checks are about
export type Payload = any;

/** The requests of one row. */
export type Row = {
  readonly declared: Declared;
  /** Sends what is right. Returns the answer's payload. */
  call: (sent?: Sent) => Promise<Payload>;
  /** Sends what is to be refused with a status. Returns the sentence. */
  refused: (status: number, sent?: Sent) => Promise<string>;
};

const ROWS = new Map(ENDPOINTS.map((declared) => [declared.key, declared]));

/** Sends requests to a running service, and keeps what each answer has to keep whatever was asked. */
export class Prober {
  /** What was found so far, by general rules. */
  readonly faults: Fault[] = [];
  /** Values that no answer may hold. */
  readonly secrets = new Set<string>();
  /** Rows whose first good answer was looked at already. */
  readonly looked = new Set<string>();

  /** What checks started, such as servers; it ends with the prober. */
  readonly owned: AsyncDisposable[] = [];

  /** `url` is where requests go to: the service itself, or what stands in front of it. */
  constructor(readonly url: string, readonly repository: TestRepository, readonly serviceUrl: string = url) {}

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of this.owned) await each[Symbol.asyncDispose]();
  }

  readonly #made = new Map<string, Promise<unknown>>();

  /** What several rows look at, made at the first use. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made as Promise<T>;
  }

  /** One raw request. */
  async send(method: string, path: string, sent: Sent & { raw?: BodyInit } = {}): Promise<Got> {
    const { as = "operator", body, query, raw } = sent;
    const headers = new Headers(sent.headers);
    const token = TOKENS[as];
    if (token !== null) headers.set("authorization", `Bearer ${token}`);
    if (body !== undefined) headers.set("content-type", "application/json");
    const content = raw ?? (body === undefined ? null : JSON.stringify(body));
    const search = query ? `?${new URLSearchParams(query)}` : "";
    const init = { method, headers, redirect: "manual" as const, ...(content !== null && { body: content }) };
    const response = await fetch(`${this.url}${path}${search}`, init);
    const { status } = response;
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      return { status, headers: response.headers, text: await response.text() };
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let { value: text = "" } = await reader.read();
    // What was asked for is answered, after what says how long to wait before another attempt.
    if (method === "POST") text += (await reader.read()).value ?? "";
    await reader.cancel();
    return { status, headers: response.headers, text };
  }

  row(key: string): Row {
    const declared = ROWS.get(key);
    if (!declared) throw new Error(`There is no row ${key}.`);
    const ask = (sent: Sent) =>
      this.send(declared.method, fillPath(declared.path, sent.params ?? {}).replace(/\*$/, ""), sent);
    return {
      declared,
      call: (sent = {}) => keepsGeneralRules(this, declared, sent, ask),
      refused: async (status, sent = {}) => {
        const got = await ask(sent);
        if (got.status !== status) {
          throw new Error(`${got.status} instead of ${status}: ${got.text.slice(0, 300)}`);
        }
        return got.headers.get("content-type")?.startsWith("text/html")
          ? got.text
          : JSON.parse(got.text).error;
      },
    };
  }

  /** A good request to another row. */
  call(key: string, sent: Sent = {}): Promise<Payload> {
    return this.row(key).call(sent);
  }

  /** Checks what a row promises. */
  async check(key: string, { page, says, check }: Promised): Promise<void> {
    try {
      await check(this.row(key), this);
    } catch (error) {
      this.faults.push({ key, page, says, found: String(error instanceof Error ? error.message : error) });
    }
  }

  /** Waits until `read` gives what `reached` says, looked at after each event of the service. */
  async until<T>(read: () => Promise<T>, reached: (value: T) => boolean): Promise<T> {
    const headers = { authorization: `Bearer ${OPERATOR}` };
    const events = await fetch(`${this.url}/events`, { headers });
    const reader = events.body!.getReader();
    try {
      for (;;) {
        const value = await read();
        if (reached(value)) return value;
        if ((await reader.read()).done) throw new Error("the service ended");
      }
    } finally {
      await reader.cancel();
    }
  }

  /** Opens a stream, does something, and returns its frames up to the first that `isLast`, as their fields. */
  async framesOf(
    path: string,
    { query, act, isLast }: {
      query: Record<string, string>;
      act?: () => Promise<unknown>;
      isLast: (frame: Record<string, string>) => boolean;
    },
  ): Promise<Record<string, string>[]> {
    const headers = { authorization: `Bearer ${OPERATOR}` };
    const stream = await fetch(`${this.url}${path}?${new URLSearchParams(query)}`, { headers });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const frames: Record<string, string>[] = [];
    try {
      await act?.();
      for (let text = "";;) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended after ${frames.length} frames`);
        const parts = (text + value).split("\n\n");
        text = parts.pop()!;
        for (const part of parts) {
          const fields = part.split("\n").map((line) => /^(\w*): ?(.*)$/.exec(line))
            .flatMap((found) => found ? [[found[1], found[2]] as const] : []);
          const frame = Object.fromEntries(fields);
          frames.push(frame);
          if (isLast(frame)) return frames;
        }
      }
    } finally {
      await reader.cancel();
    }
  }

  /** A run that has gone as far as it goes without a person. */
  async settledRun(request: string, more: Record<string, unknown> = {}): Promise<Payload> {
    const { id } = await this.call("POST /coordinator/runs", {
      body: { request, repoPath: this.repository.root, ...more },
    });
    return await this.restOf(id);
  }

  restOf(id: string): Promise<Payload> {
    return this.until(
      () => this.call("GET /runs/:id", { params: { id } }),
      ({ status }) => status !== "queued" && status !== "running",
    );
  }
}
