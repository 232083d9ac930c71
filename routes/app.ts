import { type Context, Hono } from "hono";
import { rulesOf } from "../services/ground/kernel/access.ts";
import type { Service } from "../services/parts.ts";
import { callerOf } from "./access.ts";
import { BodyReader } from "./body_reader.ts";
import type { Contract, Endpoint } from "./endpoint.ts";
import { describeError, errorResponse, retryAfter } from "./errors.ts";
import { answer, type Handler } from "./exchange.ts";
import { ContractError } from "./issues.ts";
import { loopbackGuard } from "./guard.ts";
import type { Ends } from "./peer_owner.ts";
import { refuse } from "./refuse.ts";
import { withCookie } from "./respond.ts";
import { shellDoor } from "./shell_door.ts";
import { withIds } from "./short_numbers.ts";
import { bySpecificity } from "./specificity.ts";
import { refuseStranger, strangerCheck } from "./strangers.ts";
import { splitRouteKey } from "../store/shared/route_key.ts";

/** A request comes with both ends of its connection if it comes from a socket. */
type App = Hono<{ Bindings: Partial<Ends> }>;

/** What the app is built from: the declared endpoints, their handlers, and the service. */
export type AppParts = {
  api: Contract;
  handlers: Record<string, unknown>;
  service: Service;
  /** The port of the service, once it listens. */
  port: () => number;
  bodies?: BodyReader;
};

/** Returns the HTTP application: every endpoint with its guard, access check, parsing, validation and response. */
export function buildApp({ api, handlers, service, port, bodies = new BodyReader() }: AppParts): App {
  const { config } = service;
  const app: App = new Hono();
  const guard = loopbackGuard({ host: config.host, port, allowedOrigins: config.allowedOrigins });
  const identify = callerOf({ operator: config.operatorToken, agent: config.agentToken });
  const isStranger = strangerCheck(service);
  const shell = shellDoor({ identify, operatorToken: config.operatorToken, port });
  const shown = (sentence: string) => service.redactor.text(sentence);

  // No middleware: hono answers a route with one handler without composing, which would cost a tenth of a request.
  const guarded = (c: Context): Response | null => {
    const refusal = guard(c.req.raw, c.req.path);
    return refusal === null ? null : errorResponse(403, shown(refusal), c.req.raw.headers.get("accept"));
  };

  for (const key of bySpecificity(Object.keys(api))) {
    const endpoint = api[key as keyof typeof api] as Endpoint;
    const handler = handlers[key] as Handler;
    const rules = rulesOf(endpoint.access);
    const [method, path] = splitRouteKey(key);
    app.on(method, path, (c): Response | Promise<Response> => {
      const request = c.req.raw;
      const kept = rules.ownSite ? guarded(c) : null;
      if (kept) return kept;
      const entry = rules.cookie ? shell.enter(request, c.req.path) : null;
      const caller = entry?.caller ??
        (rules.token === "ignored" ? "anonymous" : identify(request.headers.get("authorization")));
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
        params: withIds(service, key, c.req.param()),
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
      shown(`There is no endpoint ${c.req.method} ${c.req.path}. GET /openapi.json lists all endpoints.`),
      c.req.header("accept") ?? null,
    )
  );
  app.onError((error, c) => fail(service, error, c.req.raw));
  return app;
}

/** Returns whether a handler stopped because its client went away. */
const isAborted = ({ signal }: Request, error: unknown): boolean => signal.aborted && error === signal.reason;

function fail(service: Service, error: unknown, request: Request): Response {
  const { status, message, unexpected } = describeError(service.store.commits.unreadable ?? error);
  if (unexpected && !isAborted(request, error)) {
    service.log.error(`${request.method} ${new URL(request.url).pathname}`, error);
  }
  const shown = service.redactor.text(error instanceof ContractError ? error.message : message);
  return errorResponse(status, shown, request.headers.get("accept"), retryAfter(error));
}
