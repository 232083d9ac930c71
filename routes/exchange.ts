import { z } from "zod";
import { rulesOf } from "../services/kernel/access.ts";
import { contextFor } from "../services/kernel/context.ts";
import type { Made } from "../services/kernel/made.ts";
import type { Ctx, Service } from "../services/parts.ts";
import type { Caller } from "./access.ts";
import { DEFAULT_BODY_LIMIT, readJson } from "./body.ts";
import type { BodyReader } from "./body_reader.ts";
import type { Endpoint, Prepared } from "./endpoint.ts";
import { describeIssues } from "./errors.ts";
import { answerOnce, idempotencyKey, isAnswered } from "./idempotency.ts";
import { ignoredHeader } from "./ignored.ts";
import { parsePart } from "./parse.ts";
import { jsonResponse, respond, withCookie } from "./respond.ts";
import { hasSecret, refuseSecrets } from "./secret_fields.ts";

/** What does the work of an endpoint, whose types its contract has checked. */
export type Handler = ((ctx: Ctx, input: unknown) => unknown) | Prepared<Ctx, unknown, unknown>;

/** One request to an endpoint that its caller may call. */
export type Exchange = {
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

/** Reads and checks what a request brings, lets the endpoint's handler do it, and answers once all of it is on disk. */
export async function answer(exchange: Exchange): Promise<Response> {
  const { key, endpoint, handler, service, bodies, caller, request, params, query } = exchange;
  const limit = endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT;
  const rules = rulesOf(endpoint.access);
  const bytes = rules.body === "raw" ? await bodies.read(request, limit) : undefined;
  const raw = !bytes && (endpoint.body || request.method !== "GET")
    ? await readJson(request, limit, bodies)
    : undefined;
  const input = {
    params,
    search: endpoint.search ? new URL(request.url).search : "",
    headers: parsePart(endpoint.headers, () => Object.fromEntries(request.headers), "headers"),
    query: parsePart(endpoint.query, () => query, "query"),
    body: bytes ?? parsePart(endpoint.body, () => raw, "body"),
  };
  if (endpoint.body) refuseSecrets({ redactor: service.redactor, caller, schema: endpoint.body }, raw);
  const ctx = contextFor(service, rules.actor ?? (caller === "agent" ? "agent" : "operator"));
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
  let cookie: string | undefined;
  const described = (result: unknown) => {
    const { value, status, ...more } = outcomeOf(endpoint, result);
    cookie = more.cookie;
    cursor = endpoint.cursor?.(value as never) ?? null;
    const runId = endpoint.about?.(params as never, value as never);
    return { status, text: JSON.stringify(checked(exchange, value)), ...(runId && { runId }) };
  };
  let answered: { status: number; text: string };
  if (idempotency !== null) {
    const path = Object.values(params).join("/");
    const secret = endpoint.body !== undefined && hasSecret(endpoint.body, raw);
    answered = answerOnce(ctx, { caller, route: key, key: idempotency, path, body: raw, secret }, () => {
      const result = act();
      if (result instanceof Promise) throw new TypeError(`${key} makes an id and must be synchronous`);
      return described(result);
    });
    await ctx.settled();
  } else {
    answered = await settled(exchange, ctx, async () => described(await act()));
  }
  const response = jsonResponse(answered.text, answered.status, { ignored, cursor });
  return cookie === undefined ? response : withCookie(response, cookie);
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

/** What an endpoint answers with, and the status that says whether it was made just now. */
function outcomeOf({ status = 200 }: Endpoint, result: unknown): Made<unknown> & { status: number } {
  if (status !== 201) return { value: result, existing: true, status };
  const made = result as Made<unknown>;
  return { ...made, status: made.existing ? 200 : status };
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
export class ContractError extends Error {
  constructor(key: string, error: z.ZodError) {
    super(`The answer of ${key} breaks its contract. ${describeIssues(error, "answer")}`);
  }
}
