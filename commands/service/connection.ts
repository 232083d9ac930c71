import { existsSync } from "node:fs";
import { join } from "node:path";
import { ApiError, createClient, type Transport } from "../../client/client.ts";
import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";
import { isLoopback } from "../../services/ground/kernel/loopback.ts";
import { keptPort, storagePlace, USUAL_PORT } from "../storage_place.ts";
import { provenToken } from "./proof.ts";
import { readHolder } from "./holder.ts";
import { isHeld } from "./held.ts";

/** The flags of every command that connects to a service. */
export type ServiceOptions = { url?: string; tokenFile?: string };

/** A typed client of one service. */
export type Client = ReturnType<typeof createClient>;
/** A client of the service at an address. `send` makes untyped requests, `call` typed ones. */
export type ServiceClient = {
  url: string;
  send: Transport;
  call: Client;
  /** Returns the token once the service has proved that it knows it; undefined without one. */
  token: (signal?: AbortSignal | null) => Promise<string | undefined>;
};

const urlAt = (port: number): string => `http://127.0.0.1:${port}`;

/** The default address of the service. */
const DEFAULT_URL = urlAt(USUAL_PORT);

/** The token files that `init` creates, and the variables that override them. */
export const TOKENS = {
  operator: { file: "token", variable: "AGENT_HARNESS_TOKEN" },
  agent: { file: "agent-token", variable: "AGENT_HARNESS_AGENT_TOKEN" },
} as const;

/** The role whose token a command sends. */
export type CallerRole = keyof typeof TOKENS;

/** Returns a client of the service that the flags and the environment name, without connecting. Throws `UsageError`. */
export function connect(
  shell: Pick<Shell, "environment">,
  options: ServiceOptions,
  caller: CallerRole = "operator",
): ServiceClient {
  const url = urlOf(shell, options);
  return connectTo(url, tokenOf(shell, options, caller), caller, () => listensAt(shell, url));
}

/** Returns where the service of this storage directory listens, if not at the address that was asked; null if none runs. */
function listensAt({ environment }: Pick<Shell, "environment">, asked: string): string | null {
  const storage = isHere(asked) ? storagePlace(environment)?.path : undefined;
  if (storage === undefined || !isHeld(storage)) return null;
  const { url } = readHolder(storage);
  return url === null || new URL(url).port === new URL(asked).port ? null : url;
}

/** Returns the service's address from a flag or the environment. Throws `UsageError`. */
export const urlOf = ({ environment }: Pick<Shell, "environment">, { url }: ServiceOptions): string =>
  serviceUrl(url ?? (environment("AGENT_HARNESS_URL") || usualUrl(environment)));

/**
 * Returns the address at which a service with the same environment listens on this machine, as far as known beforehand. Throws
 * `UsageError` where that would not start.
 */
export function usualUrl(environment: Shell["environment"]): string {
  const port = environment("AGENT_HARNESS_PORT") || "0";
  if (!/^\d+$/.test(port) || Number(port) > 65535) {
    throw new UsageError(`AGENT_HARNESS_PORT is "${port}". Use a whole number from 0 to 65535.`);
  }
  if (Number(port) > 0) return urlAt(Number(port));
  const storage = storagePlace(environment);
  return urlAt((storage && keptPort(storage.path)) ?? USUAL_PORT);
}

/** Returns whether only this machine can reach an address. */
export const isHere = (url: string): boolean => isLoopback(new URL(url).hostname);

/**
 * Returns the token from a flag's file, the environment, or the storage directory, if any. The last one is used only for a service
 * on this machine. Throws `UsageError` for a file that cannot be read.
 */
export function tokenOf(
  shell: Pick<Shell, "environment">,
  options: ServiceOptions,
  caller: CallerRole = "operator",
): string | undefined {
  const { environment } = shell;
  if (options.tokenFile) return readToken(options.tokenFile);
  const storage = storagePlace(environment)?.path;
  const { file, variable } = TOKENS[caller];
  const given = environment(variable);
  if (given) return oneToken(given, variable);
  if (!storage || !isHere(urlOf(shell, options))) return undefined;
  const path = join(storage, file);
  return existsSync(path) ? readToken(path) : undefined;
}

/** Returns a connection to a service at a known address, which proves that it knows the token each time before it is sent. */
export function connectTo(
  url: string,
  token?: string,
  caller: CallerRole = "operator",
  elsewhere: () => string | null = () => null,
): ServiceClient {
  const reach = async <T>(work: () => Promise<T>, signal: AbortSignal | null | undefined): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      if (signal?.aborted || cause instanceof ExitError || cause instanceof ApiError) throw cause;
      throw new UnreachableError(url, { cause, elsewhere: elsewhere() });
    }
  };
  const proven: ServiceClient["token"] = async (signal) =>
    token && await reach(() => provenToken(url, token, TOKENS[caller].variable, signal), signal);
  const send: Transport = async (path, init) => {
    const headers = new Headers(init.headers);
    const sent = await proven(init.signal);
    if (sent) headers.set("authorization", `Bearer ${sent}`);
    const response = await reach(
      () => fetch(url + path, { ...init, headers, redirect: "error" }),
      init.signal,
    );
    const type = response.headers.get("content-type") ?? "";
    const isPage = headers.get("accept") === "text/html" && type.startsWith("text/html");
    if (!response.ok && !isPage && !/^application\/(?:problem\+)?json/.test(type)) {
      await response.body?.cancel();
      throw new StrangerError(url);
    }
    return response;
  };
  return { url, send, call: createClient(send), token: proven };
}

/** The error for an address at which nothing responds. */
export class UnreachableError extends ExitError {
  constructor(
    readonly url: string,
    { cause, elsewhere = null }: { cause?: unknown; elsewhere?: string | null } = {},
  ) {
    super(
      EXIT.unreachable,
      `No service answers at ${url}. ${
        elsewhere === null
          ? "Start it with `agent-harness serve` in another terminal, or pass another address with --url."
          : `Yours listens at ${elsewhere}: pass --url ${elsewhere}, or set AGENT_HARNESS_PORT=${
            new URL(elsewhere).port
          }.`
      }`,
    );
    this.cause = cause;
  }
}

/** The server at the address is not agent-harness. */
export class StrangerError extends ExitError {
  constructor(url: string) {
    super(
      EXIT.unreachable,
      `The server at ${url} is not agent-harness.${
        new URL(url).port === String(USUAL_PORT) ? " Collectors of OpenTelemetry use the same port." : ""
      } Pass the right address with --url, or choose another port for both sides with AGENT_HARNESS_PORT.`,
    );
  }
}

function serviceUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new UsageError(
      `The service's address must look like ${DEFAULT_URL}, without a user or password.`,
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function readToken(path: string): string {
  let token: string;
  try {
    token = Deno.readTextFileSync(path).trim();
  } catch {
    throw new UsageError(`Could not read the token file ${path}.`);
  }
  return oneToken(token, `The token file ${path}`);
}

function oneToken(text: string, source: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new UsageError(`${source} must contain exactly one token.`);
  return text;
}
