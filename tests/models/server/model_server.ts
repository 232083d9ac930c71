import { anthropicEncoder } from "./anthropic.ts";
import { openaiEncoder } from "./openai.ts";
import { protocolProblem } from "./protocol_problem.ts";
import { type Protocol, type Question, questionOf } from "./question.ts";
import { fails, type Reply } from "./reply.ts";
import { responsesEncoder } from "./responses.ts";
import { respond } from "./wire.ts";

/** Decides what the model answers to a question. */
export type Script = (question: Question) => Reply | Promise<Reply>;

/** Answers in this order; a question beyond the last is a 500 that says so. */
export function inOrder(...replies: (Reply | Script)[]): Script {
  const left = [...replies];
  return (question) => {
    const next = left.shift() ?? fails(500, `The script has no answer to question ${question.number}.`);
    return typeof next === "function" ? next(question) : next;
  };
}

const PATHS: Record<string, Protocol> = {
  "/v1/chat/completions": "openai",
  "/v1/messages": "anthropic",
  "/v1/responses": "responses",
};

/**
 * A model server on a free port of 127.0.0.1 that speaks OpenAI's chat completions and responses, and Anthropic's messages,
 * streaming and not, and refuses what the real services refuse. Its answers are scripted by the test.
 */
export class ModelServer implements AsyncDisposable {
  /** Everything that was asked, in order. */
  readonly questions: Question[] = [];
  /** The only key that it accepts, for questions and its list of models; null accepts all. */
  key: string | null = null;
  /** A redirect instead of any answer, where it is set. */
  redirect: string | null = null;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #end = new AbortController();
  readonly #arrivals = new Map<number, PromiseWithResolvers<Question>>();
  #left = 0;
  #leaving = Promise.withResolvers<void>();

  private constructor(public script: Script, readonly models: readonly string[], port: number) {
    this.#server = Deno.serve({
      hostname: "127.0.0.1",
      port,
      signal: this.#end.signal,
      onListen: () => {},
      onError: (error) => Response.json({ error: { message: String(error) } }, { status: 500 }),
    }, (request) => this.#answer(request));
  }

  /** Starts a server; its models are what `GET /v1/models` lists. */
  static start(script: Script, { models = ["test-model"], port = 0 } = {}): ModelServer {
    return new ModelServer(script, models, port);
  }

  get port(): number {
    return this.#server.addr.port;
  }

  /** The base address of both protocols. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  /** Resolves with question `number`, counted from 1, once it is there. */
  arrived(number: number): Promise<Question> {
    const known = this.questions[number - 1];
    return known ? Promise.resolve(known) : this.#arrival(number).promise;
  }

  /** How many clients left before their answer was whole. */
  get clientsLeft(): number {
    return this.#left;
  }

  /** Resolves once a client has left before its answer was whole. */
  clientLeaves(): Promise<void> {
    return this.#leaving.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#server.finished;
  }

  #arrival(number: number): PromiseWithResolvers<Question> {
    const arrival = this.#arrivals.get(number) ?? Promise.withResolvers<Question>();
    this.#arrivals.set(number, arrival);
    return arrival;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    // It is made when it is first asked for, and a client may have left by the time that matters.
    const { signal } = request;
    if (this.redirect !== null) return Response.redirect(this.redirect, 307);
    const given = request.headers.get("x-api-key") ??
      request.headers.get("authorization")?.slice("Bearer ".length);
    if (this.key !== null && given !== this.key) {
      return Response.json({ error: { message: "Incorrect API key", code: "invalid_api_key" } }, {
        status: 401,
      });
    }
    if (request.method === "GET" && pathname === "/v1/models") return this.#catalog(request);
    const protocol = PATHS[pathname];
    if (request.method !== "POST" || !protocol) return Response.json({ error: "not found" }, { status: 404 });
    const body = await request.json();
    const question = questionOf(protocol, this.questions.length + 1, request.headers, body);
    this.questions.push(question);
    this.#arrival(question.number).resolve(question);
    const { number, model, streaming } = question;
    const encoder = protocol === "openai"
      ? openaiEncoder(model, number, body.stream_options?.include_usage === true)
      : protocol === "anthropic"
      ? anthropicEncoder(model, number)
      : responsesEncoder(model, number);
    const problem = protocolProblem(protocol, request.headers, body);
    const reply = problem
      ? fails(400, problem, { code: "invalid_request_error" })
      : await this.script(question);
    if (reply.kind === "hang") {
      const leave = () => {
        this.#left++;
        this.#leaving.resolve();
      };
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
    }
    return await respond(reply, encoder, {
      streaming,
      signal: AbortSignal.any([signal, this.#end.signal]),
    });
  }

  #catalog(request: Request): Response {
    const anthropic = request.headers.has("anthropic-version");
    const data = this.models.map((id) =>
      anthropic
        ? { type: "model", id, display_name: id, created_at: "2026-01-01T00:00:00Z" }
        : { id, object: "model", created: 1_700_000_000, owned_by: "test" }
    );
    return Response.json(anthropic ? { data, has_more: false } : { object: "list", data });
  }
}
