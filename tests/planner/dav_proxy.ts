import type { Radicale } from "./radicale.ts";
import { Wire } from "./wire.ts";

/** Where a write stands when a test looks at it. */
export type WritePoint = "before" | "after";

/**
 * A door in front of a Radicale that counts what comes through: each byte on its `wire`, requests by method, and bytes of bodies. `atWrite` is called
 * before a write reaches the server, and after it before the answer leaves.
 */
export class DavProxy {
  readonly requests: string[] = [];
  /** Writes that the server took. */
  writes = 0;
  sentBytes = 0;
  atWrite: (point: WritePoint) => Promise<void> | void = () => {};
  /** The status that a write is answered with, and that never reaches the server. */
  refuse: number | null = null;
  /** What is added to each answer. */
  headers: Record<string, string> = {};
  /** All that leaves for the server, below HTTP. */
  readonly wire: Wire;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(readonly radicale: Radicale) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => this.#pass(request),
    );
    this.wire = new Wire(this.#server.addr.port);
  }

  get host(): string {
    return this.wire.host;
  }

  get url(): string {
    return `http://${this.host}/`;
  }

  async #pass(request: Request): Promise<Response> {
    const { method } = request;
    const { pathname } = new URL(request.url);
    this.requests.push(method);
    const body = new Uint8Array(await request.arrayBuffer());
    this.sentBytes += body.length;
    const isWrite = method === "PUT" || method === "DELETE";
    if (isWrite) await this.atWrite("before");
    if (isWrite && this.refuse !== null) return new Response(null, { status: this.refuse });
    const headers = new Headers(request.headers);
    for (const name of ["host", "content-length", "connection"]) headers.delete(name);
    const answer = await fetch(`${this.radicale.url}${pathname.slice(1)}`, {
      method,
      headers,
      redirect: "manual",
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    if (isWrite && answer.ok) this.writes++;
    if (isWrite) await this.atWrite("after");
    const answered = new Headers(answer.headers);
    for (const name of ["content-length", "content-encoding", "transfer-encoding"]) answered.delete(name);
    for (const [name, value] of Object.entries(this.headers)) answered.set(name, value);
    return new Response([204, 304].includes(answer.status) ? null : text, {
      status: answer.status,
      headers: answered,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.wire[Symbol.asyncDispose]();
    await this.#server.shutdown();
  }
}
