import type { BodyReader } from "./body_reader.ts";
import { type ConnectionLimits, ConnectionPool } from "./connections.ts";
import { type Answering, canServeConnections } from "./serve_connection.ts";

/** The socket that the service listens on. */
export type HttpServer = {
  port: number;
  /** Stops accepting, and resolves when every request in progress is answered. */
  finish: () => Promise<void>;
};

/** Where to listen, and where a failure to accept is reported. */
type HttpServerOptions = Answering & {
  host: string;
  port: number;
  /** The certificate chain and its key, in PEM; plain HTTP without. */
  tls?: { cert: string; key: string };
  limits: Pick<ConnectionLimits, "maxConnections"> & Partial<ConnectionLimits>;
  /** The bodies that may be dropped to make room. */
  bodies: BodyReader;
  sweepMilliseconds?: number | undefined;
  /** Whether connections are served one by one, within limits. */
  bounded?: boolean;
  report: (cause: unknown) => void;
};

const LIMITS: Omit<ConnectionLimits, "maxConnections"> = {
  headersMilliseconds: 20_000,
  idleMilliseconds: 120_000,
};

/** How many connections may wait to be accepted; one more would try again only after a second. */
const BACKLOG = 4_096;

/** How often connections and bodies are checked. */
const SWEEP_MILLISECONDS = 1_000;

/** Listens, and answers within limits. Throws `Deno.errors.AddrInUse` if another program uses the address. */
export function startHttpServer(options: HttpServerOptions): HttpServer {
  const { host, port, tls, answer, fail, bodies, report, sweepMilliseconds = SWEEP_MILLISECONDS } = options;
  const { bounded = canServeConnections } = options;
  const limits = { ...LIMITS, ...options.limits };
  if (!bounded) {
    report(
      new Error(
        `Connections have no limits: Deno ${Deno.version.deno} does not serve them one by one; Deno 2.9 does`,
      ),
    );
    const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve(
      { hostname: host, port, onListen: () => {}, onError: fail, ...tls },
      (request, { remoteAddr }) => answer(request, { peer: remoteAddr, own: server.addr }),
    );
    return { port: server.addr.port, finish: () => server.shutdown() };
  }
  const listener = tls
    ? Deno.listenTls({ hostname: host, port, ...tls, alpnProtocols: ["http/1.1"], tcpBacklog: BACKLOG })
    : Deno.listen({ hostname: host, port, tcpBacklog: BACKLOG });
  const connections = new ConnectionPool(listener, limits, { answer, fail }, bodies, report);
  const accepting = connections.accept();
  const sweep = setInterval(() => {
    connections.endIdle();
    bodies.giveUpSlow();
  }, sweepMilliseconds);
  return {
    port: listener.addr.port,
    finish: async () => {
      clearInterval(sweep);
      await connections.finish();
      await accepting;
    },
  };
}
