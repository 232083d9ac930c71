import { working } from "../services/ground/kernel/loop_watch.ts";
import { z } from "zod";
import { rulesOf } from "../services/ground/kernel/access.ts";
import { contextFor } from "../services/ground/kernel/context.ts";
import { ListPart } from "../services/ground/kernel/list_part.ts";
import type { Made } from "../services/ground/kernel/made.ts";
import type { Service, ServiceCtx } from "../services/parts.ts";
import type { Caller } from "./access.ts";
import { DEFAULT_BODY_LIMIT, readJson } from "./body.ts";
import type { BodyReader } from "./body_reader.ts";
import { type Endpoint, type PreparedHandler, statusOf } from "./endpoint.ts";
import { ContractError } from "./issues.ts";
import { answerInTurn, answerOnce, idempotencyKey, isAnswered, type RequestId } from "./idempotency.ts";
import { ignoredHeader } from "./ignored.ts";
import { Input } from "./input.ts";
import { onDisk } from "./on_disk.ts";
import { parsePart } from "./parse.ts";
import { jsonResponse, respond, withCookie, withIgnored } from "./respond.ts";
import { hasSecret, refuseSecrets } from "./secret_fields.ts";

/** The function behind an endpoint, whose types its contract has checked. */
export type Handler =
  | ((ctx: ServiceCtx, input: unknown) => unknown)
  | PreparedHandler<ServiceCtx, unknown, unknown>;

/** One request to an endpoint by a caller with access. */
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

/** The body where none is expected: an object, whose fields are ignored and named. */
const NO_FIELDS = z.object({});

/** Reads and checks a request, calls the endpoint's handler, and answers once everything is on disk. */
export async function answer(exchange: Exchange): Promise<Response> {
  const began = performance.now();
  try {
    return await answerParsed(exchange);
  } finally {
    exchange.service.measures.request(exchange.key, performance.now() - began);
  }
}

async function answerParsed(exchange: Exchange): Promise<Response> {
  const { key, endpoint, handler, service, bodies, caller, request, params, query } = exchange;
  using _work = working(key);
  const limit = endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT;
  const rules = rulesOf(endpoint.access);
  const bytes = rules.body === "raw" ? await bodies.read(request, limit) : undefined;
  const raw = !bytes && (endpoint.body || request.method !== "GET")
    ? await readJson(request, limit, bodies)
    : undefined;
  const body = raw === undefined ? undefined : parsePart(endpoint.body ?? NO_FIELDS, () => raw, "body");
  const input = new Input(request, {
    params,
    search: endpoint.search ? new URL(request.url).search : "",
    headers: parsePart(endpoint.headers, () => Object.fromEntries(request.headers), "headers"),
    query: parsePart(endpoint.query, () => query, "query"),
    body: bytes ?? body,
  });
  if (endpoint.body) refuseSecrets({ redactor: service.redactor, caller, schema: endpoint.body }, raw);
  const ctx = contextFor(service, rules.actor ?? (caller === "agent" ? "agent" : "operator"));
  const ignored = ignoredHeader({ body: raw, query }, endpoint, service.redactor);

  const idempotency = endpoint.creates ? idempotencyKey(request, service.redactor) : null;
  const id = idempotency === null ? null : { caller, route: key, key: idempotency };
  const act = () => answerRead(exchange, { ctx, input, raw, ignored, id });
  // What the same request prepares at the same time, such as a model's answer, is prepared once.
  return id === null || typeof handler === "function"
    ? await act()
    : await answerInTurn(service.store, id, act);
}

/** A request that was read and checked. */
type Read = {
  ctx: ServiceCtx;
  input: Input;
  /** The unchanged body. */
  raw: unknown;
  ignored: string | null;
  /** What identifies it if it is to be answered once. */
  id: RequestId | null;
};

async function answerRead(exchange: Exchange, { ctx, input, raw, ignored, id }: Read): Promise<Response> {
  const { key, endpoint, handler, request, params } = exchange;
  const act = typeof handler === "function"
    ? () => handler(ctx, input)
    : id !== null && isAnswered(ctx, id)
    ? () => Promise.reject(new Error("the response is already recorded"))
    : await handler.prepare(ctx, input);
  if (!(endpoint.output instanceof z.ZodType)) {
    const { kind } = endpoint.output;
    // A fixed page is the end of a login, which happens once.
    const isRead = request.method === "GET" && kind !== "fixed";
    return withIgnored(respond(kind, await onDisk(ctx, act, isRead), request), ignored);
  }
  const headers: { cursor?: string | null; total?: string | null } = {};
  let cookie: string | undefined;
  const described = (result: unknown) => {
    const { value, status, ...more } = outcomeOf(endpoint, result);
    cookie = more.cookie;
    headers.total = result instanceof ListPart ? result.total : null;
    headers.cursor = endpoint.cursor?.(value as never) ?? null;
    const { about, secret: isSecret } = endpoint.creates ?? {};
    const runId = about?.(params as never, value as never);
    return { status, isSecret, text: JSON.stringify(checked(exchange, value)), ...(runId && { runId }) };
  };
  let answered: { status: number; text: string };
  if (id !== null) {
    const path = Object.values(params).join("/");
    const secret = endpoint.body !== undefined && hasSecret(endpoint.body, raw);
    answered = answerOnce(ctx, { ...id, path, body: raw, secret }, () => {
      const result = act();
      if (result instanceof Promise) throw new TypeError(`${key} makes an id and must be synchronous`);
      return described(result);
    });
    await ctx.settled();
  } else {
    answered = await onDisk(ctx, async () => described(await act()), request.method === "GET");
  }
  const response = jsonResponse(answered.text, answered.status, { ignored, ...headers });
  return cookie === undefined ? response : withCookie(response, cookie);
}

/** Returns an endpoint's response, and the status that says whether the record is new. */
function outcomeOf(endpoint: Endpoint, result: unknown): Made<unknown> & { status: number } {
  const status = statusOf(endpoint);
  if (result instanceof ListPart) return { value: result.items, existing: true, status };
  if (!endpoint.creates) return { value: result, existing: true, status };
  const made = result as Made<unknown>;
  return { ...made, status: made.existing ? 200 : status };
}

/** Returns the result as this caller may see it; in validating modes it is also checked against the contract. */
function checked({ key, endpoint, caller, service }: Exchange, result: unknown): unknown {
  const schema = endpoint.output as z.ZodType;
  if (service.config.validateContracts) {
    const valid = schema.safeParse(result);
    if (!valid.success) throw new ContractError(key, valid.error);
  }
  return caller === "agent" && endpoint.agentOutput ? endpoint.agentOutput.parse(result) : result;
}
