import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Harness } from "../harness.ts";

/** A server of this machine, as the web is to a test; what it was asked is in `requests`. */
export class Web implements AsyncDisposable {
  readonly requests: string[] = [];
  readonly #server;

  private constructor(listener: RequestListener) {
    this.#server = createServer((asked, answer) => {
      this.requests.push(asked.url!);
      listener(asked, answer);
    });
  }

  static async start(listener: RequestListener): Promise<Web> {
    const web = new Web(listener);
    await new Promise<void>((resolve) => web.#server.listen(0, "127.0.0.1", resolve));
    return web;
  }

  /** Starts a server of HTML pages by their paths. Each is looked up when it is asked for. */
  static pages(pages: Record<string, string>): Promise<Web> {
    return Web.start((asked, answer) => {
      const page = pages[asked.url!.split("?")[0]!];
      answer.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
      answer.end(page ?? "<title>Nothing here</title>");
    });
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  url(path: string): string {
    return `http://${this.host}${path}`;
  }

  /** Lets research read this server, as the operator does it for one on the own network. */
  async permit(h: Harness): Promise<void> {
    await h.operator("POST /planner/settings", { body: { privateHosts: [this.host] } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** An article with a menu around it. */
export const article = (title: string, paragraphs: readonly string[], head = ""): string =>
  `<!doctype html><html lang="en"><head><title>${title} | Site</title>${head}</head><body>
<nav><ul><li><a href="/menu">Menu entry</a></li></ul></nav>
<article><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join("")}
<p><a href="/other?x=1">Another page</a> <a href="javascript:alert(1)">Click</a></p></article>
<script>document.title = "stolen"</script><footer>Imprint</footer></body></html>`;
