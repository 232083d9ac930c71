/** A developer portal on this machine, which answers as a test tells it to. */
export class Portal {
  key = "key-of-the-app-0815";
  secret = "secret-of-the-app-4711";
  readonly requests: string[] = [];
  /** What a path answers instead of what is right. */
  readonly instead = new Map<string, () => Response | Promise<Response>>();
  readonly token = `token-of-the-portal-${crypto.randomUUID()}`;
  ended = false;
  readonly #server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => this.#answer(request),
  );

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** What POST /devportal/app takes for it. */
  get app() {
    const { key: apiKey, secret: apiSecret, url } = this;
    return {
      apiKey,
      apiSecret,
      tokenUrl: `${url}/token`,
      probeUrl: `${url}/me`,
      invalidateUrl: `${url}/invalidate`,
    };
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    this.requests.push(`${request.method} ${pathname}`);
    const body = await request.text();
    const instead = this.instead.get(pathname);
    if (instead) return instead();
    const basic = `Basic ${btoa(`${this.key}:${this.secret}`)}`;
    const authorization = request.headers.get("authorization");
    if (pathname === "/token") {
      if (authorization !== basic || !body.includes("client_credentials")) {
        return Response.json({}, { status: 401 });
      }
      return Response.json({ access_token: this.token, token_type: "bearer" });
    }
    if (pathname === "/me") {
      return Response.json({}, { status: authorization === `Bearer ${this.token}` ? 200 : 401 });
    }
    this.ended = body.includes(this.token);
    return Response.json({});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
