/** The account linking provider's wire on this machine, as its description of the API has it. */
export class Provider {
  readonly clientId = "client-4711";
  readonly secret = "secret-of-the-provider-0815";
  readonly requests: string[] = [];
  /** Every token that it has given. */
  readonly tokens = new Set<string>();
  /** What an item says that it was granted. */
  products = ["transactions"];
  consentExpiresAt: string | null = null;
  loginRequired = false;
  /** What a path answers instead of what is right. */
  readonly instead = new Map<string, () => Response | Promise<Response>>();
  mask = "0000";
  institution = { institution_id: "ins_1", name: "First Bank" };
  account = { name: "Checking", type: "depository", subtype: "checking", iso_currency_code: "EUR" };
  readonly #publicTokens = new Set<string>();
  readonly #items = new Map<string, string>();
  readonly #links = new Map<string, string | null>();
  readonly #server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => this.#answer(request),
  );

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** What POST /financelink/app takes for it. */
  get app() {
    const { clientId, secret, url: baseUrl } = this;
    return { clientId, secret, environment: "sandbox" as const, baseUrl, clientName: "Test" };
  }

  /** Tokens of items that have not been removed. */
  get linked(): number {
    return this.#items.size;
  }

  /** A person finishes the hosted page of the newest link token. */
  finish(): string {
    const token = this.#give("public-sandbox");
    this.#publicTokens.add(token);
    this.#links.set([...this.#links.keys()].at(-1)!, token);
    return token;
  }

  #give(kind: string): string {
    const token = `${kind}-${crypto.randomUUID()}`;
    this.tokens.add(token);
    return token;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    this.requests.push(pathname);
    if (pathname === "/hosted") return page('<title>Your bank</title><a href="/hosted/done">Agree</a>');
    if (pathname === "/hosted/done") {
      this.finish();
      return page("<title>Your bank</title><p>You can go back now.</p>");
    }
    const body = await request.json();
    const instead = this.instead.get(pathname);
    if (instead) return instead();
    const [id, secret] = ["plaid-client-id", "plaid-secret"].map((name) => request.headers.get(name));
    if (id !== this.clientId || secret !== this.secret) {
      return fault(400, "INVALID_INPUT", "INVALID_API_KEYS");
    }
    const expiration = new Date(Date.now() + 4 * 3_600_000).toISOString();
    switch (pathname) {
      case "/link/token/create": {
        const link_token = this.#give("link-sandbox");
        this.#links.set(link_token, null);
        return Response.json({
          link_token,
          expiration,
          request_id: "r",
          hosted_link_url: `${this.url}/hosted`,
        });
      }
      case "/link/token/get": {
        const token = this.#links.get(body.link_token);
        const added = token && {
          public_token: token,
          institution: this.institution,
          accounts: [{ id: "a1", name: this.account.name, mask: this.mask }],
        };
        const link_sessions = added ? [{ link_session_id: "s", results: { item_add_results: [added] } }] : [];
        return Response.json({ link_token: body.link_token, link_sessions, request_id: "r" });
      }
      case "/item/public_token/exchange": {
        if (!this.#publicTokens.delete(body.public_token)) {
          return fault(400, "INVALID_INPUT", "INVALID_PUBLIC_TOKEN");
        }
        const access_token = this.#give("access-sandbox");
        this.#items.set(access_token, `item-${this.#items.size}`);
        return Response.json({ access_token, item_id: this.#items.get(access_token), request_id: "r" });
      }
    }
    const item_id = this.#items.get(body.access_token);
    if (!item_id) return fault(400, "INVALID_INPUT", "INVALID_ACCESS_TOKEN");
    const error = this.loginRequired ? { error_type: "ITEM_ERROR", error_code: "ITEM_LOGIN_REQUIRED" } : null;
    const item = {
      item_id,
      institution_id: this.institution.institution_id,
      products: this.products,
      billed_products: [],
      consented_products: this.products,
      available_products: ["balance", "identity", "transfer"],
      consent_expiration_time: this.consentExpiresAt,
      error,
    };
    if (pathname === "/item/get") return Response.json({ item, status: null, request_id: "r" });
    if (pathname === "/accounts/get") {
      const { iso_currency_code, ...facts } = this.account;
      const balances = { available: 1, current: 2, iso_currency_code };
      const account = { account_id: `acc-${item_id}`, ...facts, mask: this.mask, balances };
      return Response.json({ accounts: [account], item, request_id: "r" });
    }
    if (pathname === "/item/remove") {
      this.#items.delete(body.access_token);
      return Response.json({ request_id: "r" });
    }
    return fault(404, "INVALID_REQUEST", "NOT_FOUND");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** The provider's own page, as a person sees it. */
const page = (html: string): Response =>
  new Response(`<!doctype html><html lang="en">${html}</html>`, { headers: { "content-type": "text/html" } });

const fault = (status: number, error_type: string, error_code: string): Response =>
  Response.json({ error_type, error_code, error_message: "words of the provider", display_message: null }, {
    status,
  });
