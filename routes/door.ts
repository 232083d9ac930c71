import { contextFor, type Service } from "../services/context.ts";
import { health } from "../services/system/health.ts";
import { errorResponse } from "./errors.ts";
import { loopbackGuard } from "./guard.ts";
import { jsonResponse } from "./respond.ts";

/** Anything that answers requests. */
type Answering = { fetch: (request: Request) => Response | Promise<Response> };

/** Where requests come in, from the moment that the service listens. */
export type Door = Answering & {
  /** Lets the requests in that have waited, and from now on everything. */
  open: (app: Answering) => void;
};

/**
 * A door that answers `GET /health` at once, as the application will, and lets everything else wait until it is opened: the
 * program loads most of itself while the service listens already.
 */
export function openDoor(service: Service): Door {
  const { host, allowedOrigins } = service.config;
  const guard = loopbackGuard({ host, port: service.port, allowedOrigins });
  const { promise, resolve } = Promise.withResolvers<Answering>();
  let whole: Answering | null = null;
  return {
    fetch: async (request) => {
      if (whole) return whole.fetch(request);
      const isHealth = request.method === "GET" && new URL(request.url).pathname === "/health";
      if (!isHealth) return (await promise).fetch(request);
      const refusal = guard(request, "/health");
      if (refusal !== null) {
        return errorResponse(403, service.redactor.text(refusal), request.headers.get("accept"));
      }
      const text = JSON.stringify(health(contextFor(service, "operator")));
      return jsonResponse(text, 200, { ignored: null, cursor: null });
    },
    open: (app) => resolve(whole = app),
  };
}
