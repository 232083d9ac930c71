type Answer = Record<string, unknown>;

/** A server of plain OAuth 2.0 on this machine: its addresses are given by hand, and it answers as a test tells it to. */
export class PlainServer {
  /** What the token endpoint answers; an `error` makes it a refusal. */
  token: (form: URLSearchParams) => Answer | Promise<Answer> = () => ({});
  device: Answer = {};
  readonly #server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => this.#answer(request),
  );

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** What POST /oauth/apps/:connectorId takes for it. */
  get app() {
    return {
      authorizationEndpoint: `${this.url}/authorize`,
      tokenEndpoint: `${this.url}/token`,
      deviceAuthorizationEndpoint: `${this.url}/device`,
    };
  }

  async #answer(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    if (new URL(request.url).pathname === "/device") return Response.json(this.device);
    const tokens = {
      access_token: `access-${crypto.randomUUID()}`,
      refresh_token: `refresh-${crypto.randomUUID()}`,
      token_type: "bearer",
      expires_in: 3600,
    };
    const answer = await this.token(form);
    return "error" in answer
      ? Response.json(answer, { status: 400 })
      : Response.json({ ...tokens, ...answer });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
