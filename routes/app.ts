import { type Context, Hono } from "hono";
import { z } from "zod";
import { contextFor } from "../services/kernel/context.ts";
import type { Ctx, Service } from "../services/parts.ts";
import { type Caller, callerOf } from "./access.ts";
import { DEFAULT_BODY_LIMIT, readJson } from "./body.ts";
import { BodyReader } from "./body_reader.ts";
import type { Contract, Endpoint, Prepared } from "./endpoint.ts";
import { describeError, describeIssues, errorResponse } from "./errors.ts";
import { loopbackGuard } from "./guard.ts";
import { answerOnce, idempotencyKey, isAnswered } from "./idempotency.ts";
import { ignoredHeader } from "./ignored.ts";
import type { Ends } from "./peer_owner.ts";
import { parsePart } from "./parse.ts";
import { refuse } from "./refuse.ts";
import { hasSecret, refuseSecrets } from "./secret_fields.ts";
import { jsonResponse, respond } from "./respond.ts";
import { shellDoor, withCookie } from "./shell_door.ts";
import { bySpecificity } from "./specificity.ts";
import { refuseStranger, strangerCheck } from "./strangers.ts";

type Handler = ((ctx: Ctx, input: unknown) => unknown) | Prepared<Ctx, unknown, unknown>;

/** Its requests come with the ends of their connection, where they come from a socket. */
type App = Hono<{ Bindings: Partial<Ends> }>;

/** What the app is built from: the declared endpoints, their handlers, and the service that they work on. */
export type AppParts = {
  api: Contract;
  handlers: Record<string, unknown>;
  service: Service;
  /** The port that the service listens on, once it does. */
  port: () => number;
  bodies?: BodyReader;
};

/** The HTTP application: every declared endpoint with its guard, access check, parsing, validation and answer. */
export function buildApp({ api, handlers, service, port, bodies = new BodyReader() }: AppParts): App {
  const { config } = service;
  const app: App = new Hono();
  const guard = loopbackGuard({ host: config.host, port, allowedOrigins: config.allowedOrigins });
  const identify = callerOf({ operator: config.operatorToken, agent: config.agentToken });
  const isStranger = strangerCheck(service);
  const shell = shellDoor({ identify, operatorToken: config.operatorToken, port });
  const shown = (sentence: string) => service.redactor.text(sentence);

  // No middleware: a route with one handler is answered by hono without composing, which costs a tenth of a request.
  const guarded = (c: Context): Response | null => {
    const refusal = guard(c.req.raw, c.req.path);
    return refusal === null ? null : errorResponse(403, shown(refusal), c.req.raw.headers.get("accept"));
  };

  for (const key of bySpecificity(Object.keys(api))) {
    const endpoint = api[key as keyof typeof api] as Endpoint;
    const handler = handlers[key] as Handler;
    const [method, path] = key.split(" ") as [string, string];
    app.on(method, path, (c): Response | Promise<Response> => {
      const request = c.req.raw;
      const kept = guarded(c);
      if (kept) return kept;
      const entry = endpoint.access === "shell" ? shell.enter(request, c.req.path) : null;
      const caller = entry?.caller ?? identify(request.headers.get("authorization"));
      const refused = refuse(caller, endpoint, key, request);
      if (refused) return entry ? shell.signIn(request) ?? refused : refused;
      const exchange = {
        key,
        endpoint,
        handler,
        service,
        bodies,
        caller,
        request,
        params: c.req.param(),
        query: c.req.query(),
      };
      const stranger = caller === "operator" ? isStranger(endpoint.access, c.env) : null;
      if (stranger) return stranger.then((is) => is ? refuseStranger(request) : answer(exchange));
      const answered = answer(exchange);
      return entry?.cookie ? answered.then((response) => withCookie(response, entry.cookie!)) : answered;
    });
  }

  app.notFound((c) =>
    guarded(c) ?? errorResponse(
      404,
      shown(`There is no ${c.req.method} ${c.req.path}. GET /openapi.json lists what there is.`),
      c.req.header("accept") ?? null,
    )
  );
  app.onError((error, c) => fail(service, error, c.req.raw));
  return app;
}

type Exchange = {
  key: string;
  endpoint: Endpoint;
  handler: Handler;
  service: Service;
  bodies: BodyReader;
  caller: Caller;
  request: Request;
  params: Record<string, string>;
  query: Record<string, string>;
};

async function answer(exchange: Exchange): Promise<Response> {
  const { key, endpoint, handler, service, bodies, caller, request, params, query } = exchange;
  const raw = endpoint.body || request.method !== "GET"
    ? await readJson(request, endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT, bodies)
    : undefined;
  const input = {
    params,
    headers: parsePart(endpoint.headers, () => Object.fromEntries(request.headers), "headers"),
    query: parsePart(endpoint.query, () => query, "query"),
    body: parsePart(endpoint.body, () => raw, "body"),
  };
  if (endpoint.body) refuseSecrets({ redactor: service.redactor, caller, schema: endpoint.body }, raw);
  const ctx = contextFor(service, caller === "agent" ? "agent" : "operator");
  const ignored = ignoredHeader({ body: raw, query }, endpoint, service.redactor);

  const idempotency = endpoint.status === 201 ? idempotencyKey(request, service.redactor) : null;
  const answeredBefore = idempotency !== null && isAnswered(ctx, { caller, route: key, key: idempotency });
  const act = typeof handler === "function"
    ? () => handler(ctx, input)
    : answeredBefore
    ? () => Promise.reject(new Error("the answer is on record"))
    : await handler.prepare(ctx, input);
  if (!(endpoint.output instanceof z.ZodType)) {
    return respond(endpoint.output.kind, await settled(exchange, ctx, act), request);
  }
  let cursor: string | null = null;
  const serialise = (result: unknown) => {
    cursor = endpoint.cursor?.(result as never) ?? null;
    return JSON.stringify(checked(exchange, result));
  };
  const status = () => ctx.existing() ? 200 : endpoint.status ?? 200;
  let answered: { status: number; text: string };
  if (idempotency !== null) {
    const path = Object.values(params).join("/");
    const secret = endpoint.body !== undefined && hasSecret(endpoint.body, raw);
    answered = answerOnce(ctx, { caller, route: key, key: idempotency, path, body: raw, secret }, () => {
      const result = act();
      if (result instanceof Promise) throw new TypeError(`${key} makes an id and must be synchronous`);
      return { status: status(), text: serialise(result), ...runOf(result, params) };
    });
    await ctx.settled();
  } else {
    const text = await settled(exchange, ctx, async () => serialise(await act()));
    answered = { status: status(), text };
  }
  return jsonResponse(answered.text, answered.status, { ignored, cursor });
}

/**
 * What `work` gives, once all that it wrote or saw is on disk. A read that saw a batch which was then lost (a full disk)
 * reads again: what is there now is what is on disk.
 */
async function settled<T>({ request }: Exchange, ctx: Ctx, work: () => T | Promise<T>): Promise<T> {
  const result = await work();
  try {
    await ctx.settled();
    return result;
  } catch (cause) {
    if (request.method !== "GET") throw cause;
  }
  const again = await work();
  await ctx.settled();
  return again;
}

/** The run whose text an answer repeats: erasing that run takes the answer along. */
function runOf(result: unknown, params: Record<string, string>): { runId?: string } {
  const { id, runId: about } = result as { id?: string; runId?: string | null };
  const runId = [id, about, params.id].find((candidate) => candidate?.startsWith("run_"));
  return runId ? { runId } : {};
}

/** The result as this caller may see it; in validating modes also checked against the contract. */
function checked({ key, endpoint, caller, service }: Exchange, result: unknown): unknown {
  const schema = endpoint.output as z.ZodType;
  if (service.config.validateContracts) {
    const valid = schema.safeParse(result);
    if (!valid.success) throw new ContractError(key, valid.error);
  }
  return caller === "agent" && endpoint.agentOutput ? endpoint.agentOutput.parse(result) : result;
}

/** The service's own answer does not have the shape that it promises. */
class ContractError extends Error {
  constructor(key: string, error: z.ZodError) {
    super(`The answer of ${key} breaks its contract. ${describeIssues(error, "answer")}`);
  }
}

function fail(service: Service, error: unknown, request: Request): Response {
  const { status, message, unexpected } = describeError(service.store.commits.unreadable ?? error);
  if (unexpected) service.log.error(`${request.method} ${new URL(request.url).pathname}`, error);
  const shown = service.redactor.text(error instanceof ContractError ? error.message : message);
  return errorResponse(status, shown, request.headers.get("accept"));
}
