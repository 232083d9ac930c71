import { errorResponse } from "./errors.ts";
import { loopbackGuard, type Site } from "./guard.ts";
import { CHALLENGE_HEADER, PROOF_HEADER, proofsOf } from "../services/ground/kernel/token_proof.ts";
import { nextTurn } from "../services/ground/kernel/next_turn.ts";
import type { Ends } from "./peer_owner.ts";
import { jsonResponse } from "./respond.ts";

/** Of the requests that have waited, so many are answered in one turn of the event loop. */
const ADMITTED_AT_ONCE = 64;

/** Anything that answers requests. */
type Answering = { fetch: (request: Request, ends?: Ends) => Response | Promise<Response> };

/** Where faults are reported that no request caused. */
type Faults = { error: (message: string, cause?: unknown) => void };

/** The entry point for requests from the moment that the service listens. */
type Door = Answering & {
  /** Answers a request that failed outside of the application. */
  fail: (cause: unknown) => Response;
  /** Reports that connections cannot be accepted at the moment. */
  report: (cause: unknown) => void;
  /** Admits the requests that have waited, and all later ones. */
  open: (app: Answering, faults: Faults) => void;
};

/**
 * Returns a door that answers `GET /health` immediately and holds every other request until it is opened: the
 * program loads most of its code while the service is already listening. To a challenge, `GET /health` adds the proofs of the tokens.
 */
export function openDoor(site: Site, tokens: readonly (string | null)[], health: () => object): Door {
  const guard = loopbackGuard(site);
  const waiting: ((app: Answering) => void)[] = [];
  let whole: Answering | null = null;
  let faults: Faults | null = null;
  const wait = () => new Promise<Answering>((resolve) => waiting.push(resolve));
  const admit = async (app: Answering) => {
    while (waiting.length > 0) {
      for (const resolve of waiting.splice(0, ADMITTED_AT_ONCE)) resolve(app);
      await nextTurn();
    }
  };
  return {
    fetch: async (request, ends) => {
      if (!isHealth(request)) return (whole ?? await wait()).fetch(request, ends);
      const refusal = guard(request, "/health");
      if (refusal !== null) return errorResponse(403, refusal, request.headers.get("accept"));
      const response = whole
        ? await whole.fetch(request, ends)
        : jsonResponse(JSON.stringify(health()), 200, { ignored: null });
      const text = request.headers.get(CHALLENGE_HEADER);
      if (text !== null) {
        const host = request.headers.get("host")!;
        response.headers.set(PROOF_HEADER, await proofsOf(tokens, { text, host }));
      }
      return response;
    },
    fail: (cause) => {
      faults?.error("Failed to answer a request", cause);
      return errorResponse(500, "Unexpected error.", null);
    },
    report: (cause) => faults?.error("Failed to accept a connection", cause),
    open: (app, told) => {
      faults = told;
      whole = app;
      void admit(app);
    },
  };
}

/** The address is only parsed where it may be this one: every request passes here. */
const isHealth = ({ method, url }: Request): boolean =>
  method === "GET" && url.includes("/health") && new URL(url).pathname === "/health";
