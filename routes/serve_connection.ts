import type { Ends } from "./peer_owner.ts";

/** Answers one request of a connection, whose ends are the same object for all its requests. */
export type Answer = (request: Request, ends: Ends) => Response | Promise<Response>;

/** What answers requests, and what answers for one that could not be answered. */
export type Answering = { answer: Answer; fail: (cause: unknown) => Response };

/** When a connection begins a request, and when its answer has been sent or given up. */
type Progress = { begun: () => void; answered: () => void };

/** A connection on which requests are answered. */
export type ServedConnection = {
  /** Resolves when the connection is closed. */
  ended: Promise<void>;
  /** Answers what was begun, and closes. */
  finish: () => Promise<void>;
  /** Closes at once, whatever is under way. */
  end: () => void;
};

type Info = { completed: Promise<void> };

type Serve = (
  connection: Deno.Conn,
  signal: AbortSignal,
  handler: (request: Request, info: Info) => Response | Promise<Response>,
  onError: (error: unknown) => Response,
  onListen: () => void,
) => { finished: Promise<void>; shutdown: () => Promise<void> };

/**
 * Deno's own HTTP server for a connection that was accepted elsewhere. It is not part of Deno's documented interface, and it is used
 * because `Deno.serve` accepts by itself: without limits, and only until the process has too many open files.
 */
const serve = ((): Serve | null => {
  const internals: unknown = Reflect.get(Deno, Reflect.get(Deno, "internal"));
  const found = typeof internals === "object" && internals && Reflect.get(internals, "serveHttpOnConnection");
  return typeof found === "function" ? found : null;
})();

/** False where this Deno has no server for single connections. */
export const canServeConnections = serve !== null;

/** Answers the requests of one connection until it ends. */
export function serveConnection(
  connection: Deno.TcpConn,
  { answer, fail }: Answering,
  { begun, answered }: Progress,
): ServedConnection {
  if (serve === null) throw new TypeError("This Deno cannot serve a single connection");
  const ending = new AbortController();
  const ends = { peer: connection.remoteAddr, own: connection.localAddr };
  const handle = (request: Request, { completed }: Info) => {
    begun();
    completed.then(answered, answered);
    return answer(request, ends);
  };
  forgiveAbort(ending.signal);
  const server = serve(connection, ending.signal, handle, fail, () => {});
  return {
    ended: server.finished.catch(() => {}), // the peer may go at any point
    finish: () => server.shutdown().catch(() => {}),
    end: () => ending.abort(),
  };
}

/** Makes an abort harmless where the connection has just ended: Deno's listener then throws, where nobody could catch it. */
function forgiveAbort(signal: AbortSignal): void {
  const listen = signal.addEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
    const forgiving = (event: Event) => {
      try {
        listener(event);
      } catch (cause) {
        if (!(cause instanceof Deno.errors.BadResource)) throw cause;
      }
    };
    listen(type, forgiving, options);
  };
}
