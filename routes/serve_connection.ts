import type { Ends } from "./peer_owner.ts";

/** Answers one request of a connection. The `ends` object is the same for all its requests. */
type AnswerRequest = (request: Request, ends: Ends) => Response | Promise<Response>;

/** Answers requests, and answers in place of a handler that failed. */
export type Answering = { answer: AnswerRequest; fail: (cause: unknown) => Response };

/** Called when a connection begins a request, and when its response was sent or dropped. */
type Progress = { begun: () => void; answered: () => void };

/** A connection that is being served. */
export type ServedConnection = {
  /** Resolves when the connection is closed. */
  ended: Promise<void>;
  /** Finishes the request in progress, then closes. */
  finish: () => Promise<void>;
  /** Closes immediately, even during a request. */
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
 * Whether connections are served one by one. If an upgrade of Deno breaks that, as `tests/routes/deno_server_test.ts` says, set
 * this to false: the service then listens with `Deno.serve`, without limits on connections.
 */
const SERVE_SINGLE_CONNECTIONS = true;

/**
 * Deno's own HTTP server for a connection that was accepted elsewhere. It is undocumented, and used because
 * `Deno.serve` accepts connections without limits, and stops when the process has too many open files.
 */
const serve = ((): Serve | null => {
  if (!SERVE_SINGLE_CONNECTIONS) return null;
  const internals: unknown = Reflect.get(Deno, Reflect.get(Deno, "internal"));
  const found = typeof internals === "object" && internals && Reflect.get(internals, "serveHttpOnConnection");
  return typeof found === "function" ? found : null;
})();

/** False if this Deno has no server for single connections, or it is not to be used. */
export const canServeConnections = serve !== null;

/** Answers the requests of one connection until it ends. */
export function serveConnection(
  connection: Deno.TcpConn | Deno.TlsConn,
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

/** Makes an abort harmless after the connection has ended: Deno's listener would otherwise throw where nothing catches it. */
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
