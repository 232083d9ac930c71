import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import { programWords } from "../program_words.ts";
import type { Shell } from "../shell.ts";
import { withProgress } from "../terminal/progress.ts";
import { confirm } from "../terminal/terminal.ts";
import { isLoopback } from "../../services/kernel/loopback.ts";
import { connect, type Connection, type ServiceOptions, tokenOf, UnreachableError } from "./connection.ts";

/** The flags of a command that starts a service where none is running. */
export type StartOptions = ServiceOptions & { start?: boolean; json?: boolean };

/** How often a service that was just started is asked whether it is there. */
const ASK_AGAIN_MILLISECONDS = 50;

/**
 * The service that is meant; where none answers, one is started first: with `--start`, or after a person on the terminal said
 * so. Throws `UnreachableError` when nobody wants that.
 */
export async function connectOrStart(shell: Shell, options: StartOptions): Promise<Connection> {
  const connection = connect(shell, options);
  if (await answers(connection)) return connection;
  if (!options.start) {
    const offered = shell.terminal.interactive && !options.json;
    if (!offered || !shell.environment("AGENT_HARNESS_STORAGE_DIR")) {
      throw new NotStartedError(connection.url);
    }
    shell.output.talk(`No service answers at ${connection.url}.`);
    if (!await confirm(shell.terminal, "Start one, which stays?")) throw new NotStartedError(connection.url);
  }
  await startService(shell, connection, options);
  return connection;
}

/** Nothing answers, and nothing was started. */
class NotStartedError extends ExitError {
  constructor(url: string) {
    super(
      EXIT.unreachable,
      `No service answers at ${url}. Add --start to start one that stays, or start it yourself with \`agent-harness serve\`.`,
    );
  }
}

/** True when a service answers there. */
export async function answers({ call }: Connection): Promise<boolean> {
  try {
    await call("GET /health");
    return true;
  } catch (error) {
    if (error instanceof UnreachableError) return false;
    throw error;
  }
}

/**
 * Starts a service of its own process group, which outlives this command, and resolves when it answers. It takes the token of
 * the file that this command was given.
 */
export async function startService(
  shell: Shell,
  connection: Connection,
  { tokenFile }: ServiceOptions = {},
): Promise<void> {
  const { environment, output } = shell;
  const { hostname, port, protocol } = new URL(connection.url);
  if (protocol !== "http:" || !isLoopback(hostname)) {
    throw new UsageError(
      `${connection.url} is not a plain http address of this machine: start the service where it is to run.`,
    );
  }
  if (!environment("AGENT_HARNESS_STORAGE_DIR")) {
    throw new UsageError(
      "A service needs a storage directory: agent-harness init ~/agent-harness && export AGENT_HARNESS_STORAGE_DIR=~/agent-harness",
    );
  }
  const [program, ...words] = programWords(environment) as [string, ...string[]];
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
    throw new ExitError(EXIT.failed, said || `The service ended at once, with ${code}.`);
  });
  await withProgress(output, "Starting the service", Promise.race([ended, untilAnswers(connection)]));
  ended.catch(() => {});
  output.talk(
    `Started a service at ${connection.url}: the process ${child.pid}. To end it: kill ${child.pid}`,
  );
}

async function untilAnswers(connection: Connection): Promise<void> {
  while (!await answers(connection)) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MILLISECONDS));
  }
}
