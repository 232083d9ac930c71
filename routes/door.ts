import { errorResponse } from "./errors.ts";
import { loopbackGuard, type Site } from "./guard.ts";
import type { Ends } from "./peer_owner.ts";
import { jsonResponse } from "./respond.ts";

/** Anything that answers requests. */
type Answering = { fetch: (request: Request, ends?: Ends) => Response | Promise<Response> };

/** Where faults are told that no request is to blame for. */
type Faults = { error: (message: string, cause?: unknown) => void };

/** Where requests come in, from the moment that the service listens. */
export type Door = Answering & {
  /** Answers for a request that failed outside of the application. */
  fail: (cause: unknown) => Response;
  /** Tells that connections cannot be accepted at the moment. */
  report: (cause: unknown) => void;
  /** Lets the requests in that have waited, and from now on everything. */
  open: (app: Answering, faults: Faults) => void;
};

/**
 * A door that answers `GET /health` at once, as the application will, and lets everything else wait until it is opened: the
 * program loads most of itself while the service listens already.
 */
export function openDoor(site: Site, health: () => object): Door {
  const guard = loopbackGuard(site);
  const { promise, resolve } = Promise.withResolvers<Answering>();
  let whole: Answering | null = null;
  let faults: Faults | null = null;
  return {
    fetch: async (request, ends) => {
      if (whole) return whole.fetch(request, ends);
      const isHealth = request.method === "GET" && new URL(request.url).pathname === "/health";
      if (!isHealth) return (await promise).fetch(request, ends);
      const refusal = guard(request, "/health");
      if (refusal !== null) return errorResponse(403, refusal, request.headers.get("accept"));
      return jsonResponse(JSON.stringify(health()), 200, { ignored: null, cursor: null });
    },
    fail: (cause) => {
      faults?.error("A request could not be answered", cause);
      return errorResponse(500, "Unexpected error.", null);
    },
    report: (cause) => faults?.error("Connections cannot be accepted as they should be", cause),
    open: (app, told) => {
      faults = told;
      resolve(whole = app);
    },
  };
}
