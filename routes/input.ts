type Parsed = {
  params: Record<string, string>;
  search: string;
  headers: unknown;
  query: unknown;
  body: unknown;
};

/**
 * What a handler is given of a request. A class, since V8 makes a hidden class for each object literal with a getter, and those
 * keep all that the getter can reach until a full collection: it cost half of a small request.
 */
export class Input {
  readonly params: Parsed["params"];
  readonly search: string;
  readonly headers: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly #request: Request;

  constructor(request: Request, { params, search, headers, query, body }: Parsed) {
    this.#request = request;
    this.params = params;
    this.search = search;
    this.headers = headers;
    this.query = query;
    this.body = body;
  }

  /** Aborts when the client goes away. Most handlers do not use it, and creating it costs time. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
