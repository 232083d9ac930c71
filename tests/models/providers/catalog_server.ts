import { join } from "node:path";
import type { Harness } from "../../harness.ts";

/** What the server does with every request. */
export type Behaviour =
  | { kind: "lists"; body: unknown; paths?: Record<string, unknown> }
  | { kind: "status"; status: number; body?: string; headers?: Record<string, string> }
  | { kind: "garbage" }
  | { kind: "endless" }
  | { kind: "hangs" };

/** What was asked of the server. */
export type Asked = { method: string; path: string; headers: Headers };

/** A model server on a free port of 127.0.0.1 that has nothing but a catalog, and every way of failing to give it. */
export class CatalogServer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #end = new AbortController();
  readonly #arrived = Promise.withResolvers<void>();

  constructor(public behaviour: Behaviour) {
    this.#server = Deno.serve({
      hostname: "127.0.0.1",
      port: 0,
      signal: this.#end.signal,
      onListen: () => {},
    }, (request) => this.#answer(request));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  get baseUrl(): string {
    return `${this.origin}/v1`;
  }

  /** Resolves when the first request is there. */
  get arrived(): Promise<void> {
    return this.#arrived.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#server.finished;
  }

  #answer(request: Request): Response | Promise<Response> {
    const { pathname } = new URL(request.url);
    this.asked.push({ method: request.method, path: pathname, headers: request.headers });
    this.#arrived.resolve();
    const { behaviour } = this;
    switch (behaviour.kind) {
      case "lists": {
        const bodies: Record<string, unknown> = { "/v1/models": behaviour.body, ...behaviour.paths };
        return pathname in bodies
          ? Response.json(bodies[pathname])
          : new Response("no such path", { status: 404 });
      }
      case "status":
        return new Response(behaviour.body ?? "", {
          status: behaviour.status,
          headers: behaviour.headers ?? {},
        });
      case "garbage":
        return new Response("<html>it works</html>", { headers: { "content-type": "text/html" } });
      case "endless":
        return new Response(endless());
      case "hangs":
        return new Promise(() => {});
    }
  }
}

/** More than any catalog has; whoever reads it all never comes to an end. */
function endless(): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunk = new Uint8Array(1024 * 1024).fill(32);
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
}

/** The catalog of an OpenAI-compatible server. */
export const listOf = (...ids: string[]) => ({
  object: "list",
  data: ids.map((id) => ({ id, object: "model" })),
});

/** Writes the configuration of providers, as a person would. */
export const configure = (h: Pick<Harness, "directory">, content: unknown): void =>
  Deno.writeTextFileSync(
    join(h.directory, "providers.json"),
    typeof content === "string" ? content : JSON.stringify(content),
  );

/** The configuration of one OpenAI-compatible provider. */
export const oneProvider = (baseUrl: string, more: Record<string, unknown> = {}) => ({
  providers: [{ id: "near", kind: "openai-compatible", baseUrl, ...more }],
});
