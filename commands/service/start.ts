import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import { programWords } from "../program_words.ts";
import type { Shell } from "../shell.ts";
import { withProgress } from "../terminal/progress.ts";
import { isLoopback } from "../../services/ground/kernel/loopback.ts";
import { storagePlace } from "../storage_place.ts";
import { connect, type ServiceClient, type ServiceOptions, tokenOf, UnreachableError } from "./connection.ts";

/** The flags of a command that starts a service where none is running. */
export type StartOptions = ServiceOptions & { start?: boolean; json?: boolean };

/** The interval at which a service that was just started is checked. */
const ASK_AGAIN_MILLISECONDS = 50;

/**
 * Returns a connection to the service. If none answers at an address of this machine, starts one that keeps running, unless
 * `--no-start` is set. Throws `UnreachableError` if none answers and none is started.
 */
export async function connectOrStart(shell: Shell, options: StartOptions): Promise<ServiceClient> {
  const connection = connect(shell, options);
  await startIfNeeded(shell, connection, options);
  return connection;
}

/** The same for an existing connection. */
export async function startIfNeeded(
  shell: Shell,
  connection: ServiceClient,
  options: StartOptions,
): Promise<void> {
  if (await answers(connection)) return;
  if (options.start === false || (!options.start && !isLocal(connection.url))) {
    throw new UnreachableError(connection.url);
  }
  await startService(shell, connection, options);
}

/** Returns whether a service started here can listen at the address. */
function isLocal(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return protocol === "http:" && isLoopback(hostname);
}

/** Returns whether a service answers there. */
export async function answers({ call }: ServiceClient): Promise<boolean> {
  try {
    await call("GET /health");
    return true;
  } catch (error) {
    if (error instanceof UnreachableError) return false;
    throw error;
  }
}

/**
 * Starts a service in its own process group, which outlives this command, and resolves when it answers. It uses the token file of
 * this command.
 */
async function startService(
  shell: Shell,
  connection: ServiceClient,
  { tokenFile }: ServiceOptions = {},
): Promise<void> {
  const { environment, output } = shell;
  const { hostname, port } = new URL(connection.url);
  if (!isLocal(connection.url)) {
    throw new UsageError(
      `${connection.url} is not an http address of this machine. Start the service on its own machine.`,
    );
  }
  if (storagePlace(environment) === null) {
    throw new UsageError(
      `No service answers at ${connection.url}, and there is no storage directory to start one with. Create it: agent-harness init`,
    );
  }
  const [program, ...words] = programWords(environment);
  const child = new Deno.Command(program, {
    args: [...words, "serve"],
    env: {
      AGENT_HARNESS_HOST: hostname.replace(/^\[|\]$/g, ""),
      AGENT_HARNESS_PORT: port || "80",
      ...(tokenFile !== undefined && { AGENT_HARNESS_TOKEN: tokenOf(shell, { tokenFile })! }),
    },
    detached: true,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  child.unref();
  const ended = child.status.then(async ({ code }) => {
    const said = (await new Response(child.stderr).text()).trim();
    if (await answers(connection)) return; // another command started one in the same moment
    throw new ExitError(EXIT.failed, said || `The service exited immediately, with ${code}.`);
  });
  await withProgress(output, "Starting the service", Promise.race([ended, untilAnswers(connection)]));
  ended.catch(() => {});
  output.talk(
    `Started a service at ${connection.url}, process ${child.pid}. To stop it: agent-harness stop`,
  );
}

/** Resolves when a service answers there. */
export async function untilAnswers(connection: ServiceClient): Promise<void> {
  while (!await answers(connection)) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MILLISECONDS));
  }
}
