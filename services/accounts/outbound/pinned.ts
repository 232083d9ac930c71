import {
  Agent as PlainAgent,
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
} from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { getCACertificates } from "node:tls";
import { isIP, type LookupFunction } from "node:net";
import { showTarget } from "../../machine/network/allowed_host.ts";
import type { Destination } from "./destination.ts";
import { OutboundError } from "./error.ts";
import type { OutboundLimits } from "./limits.ts";

/** The head of an answer, and its body as it arrives. */
export type PinnedAnswer =
  & Pick<IncomingMessage, "statusCode" | "headers" | "headersDistinct" | "complete">
  & AsyncIterable<Uint8Array>
  & { destroy: () => unknown };

/** One request to one address. */
export type PinnedRequest = {
  destination: Destination;
  /** The address to connect to, whatever the name resolves to meanwhile. */
  address: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  limits: OutboundLimits;
  /** Certificates of authorities that are trusted besides those of the system. */
  authorities: readonly string[];
  signal: AbortSignal;
  /** Called once the connection is established, including TLS: from then on the request may have been read. */
  onConnect: () => void;
};

// `NODE_USE_ENV_PROXY` would otherwise send each request to a proxy, which resolves the name again.
const NO_PROXY = { keepAlive: false, proxyEnv: {} };

/** Sends a request to an address and resolves with the head of its response; the certificate must match the name. */
export function sendPinned(pinned: PinnedRequest): Promise<PinnedAnswer> {
  const { destination: { url, target }, method, headers, body, limits, authorities, signal } = pinned;
  const { promise, resolve, reject } = Promise.withResolvers<PinnedAnswer>();
  const secure = url.protocol === "https:";
  const options = {
    method,
    hostname: target.host,
    port: target.port,
    path: url.pathname + url.search,
    headers: {
      ...headers,
      host: url.port === "" ? hostOf(target.host) : showTarget(target),
      "accept-encoding": "gzip",
      connection: "close",
      ...(body && { "content-length": String(body.length) }),
    },
    setHost: false,
    lookup: pinTo(pinned.address),
    maxHeaderSize: limits.headerBytes,
    signal,
  };
  const request = secure
    ? secureRequest({
      ...options,
      agent: new SecureAgent(NO_PROXY),
      ...(authorities.length > 0 && { ca: [...getCACertificates("default"), ...authorities] }),
    })
    : plainRequest({ ...options, agent: new PlainAgent(NO_PROXY) });
  watchPhases(request, pinned, secure);
  request.on("response", resolve);
  request.on("error", reject);
  request.on("upgrade", (_, socket) => {
    socket.destroy();
    reject(new OutboundError("malformed", `${target.host} requested a protocol other than HTTP.`));
  });
  request.end(body ?? undefined);
  return promise;
}

/** Ends a request that is too slow to connect or to respond, or that is connected to another address. */
function watchPhases(request: ClientRequest, pinned: PinnedRequest, secure: boolean): void {
  const { destination: { target }, address, limits } = pinned;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const within = (milliseconds: number, what: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      request.destroy(new OutboundError("too_slow", `${target.host} ${what} within ${milliseconds} ms.`));
    }, milliseconds);
  };
  within(limits.connectMilliseconds, "did not accept a connection");
  request.on("socket", (socket) => {
    socket.on(secure ? "secureConnect" : "connect", () => {
      if (socket.remoteAddress !== undefined && plain(socket.remoteAddress) !== plain(address)) {
        request.destroy(
          new OutboundError("not_public", `The connection to ${target.host} led to another address.`),
        );
      }
      pinned.onConnect();
      within(limits.firstByteMilliseconds, "did not answer");
    });
  });
  for (const end of ["response", "error", "close"]) request.on(end, () => clearTimeout(timer));
}

/** Resolves every name to one address. */
const pinTo = (address: string): LookupFunction => (_host, { all }, callback) => {
  const family = isIP(address);
  if (all) callback(null, [{ address, family }]);
  else callback(null, address, family);
};

const hostOf = (host: string): string => isIP(host) === 6 ? `[${host}]` : host;

const plain = (address: string): string =>
  isIP(address) === 6 ? new URL(`http://[${address}]`).hostname : address;
