import type { Deviation } from "./deviations.ts";
import { splitRouteKey } from "../../store/shared/route_key.ts";

/** A server in front of a service that passes everything on, but for the one deviation that is set. */
export class Deviating implements AsyncDisposable {
  deviation: Deviation | null = null;
  readonly #server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => this.#answer(request),
  );

  constructor(readonly serviceUrl: string) {}

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const { method } = request;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await request.bytes());
    const asked = { path: `${pathname}${search}`, headers: new Headers(request.headers), text };
    for (const name of ["host", "content-length", "connection"]) asked.headers.delete(name);
    const pass = async () => {
      const { path, headers, text } = asked;
      const body = method === "GET" || text === "" ? null : text;
      const answer = await fetch(`${this.serviceUrl}${path}`, { method, headers, body, redirect: "manual" });
      if (answer.headers.get("content-type")?.startsWith("text/event-stream")) return answer;
      const kept = new Headers(answer.headers);
      for (const name of ["content-length", "content-encoding"]) kept.delete(name);
      return new Response(await answer.text(), { status: answer.status, headers: kept });
    };
    const { deviation } = this;
    return deviation && isOf(deviation.key, method, pathname)
      ? await deviation.deviate(asked, pass)
      : await pass();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** Whether a request is one of the row's. */
function isOf(key: string, method: string, pathname: string): boolean {
  const [own, path] = splitRouteKey(key);
  return method === own && new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(pathname);
}
