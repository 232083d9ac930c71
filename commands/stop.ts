import { join } from "node:path";
import type { Command } from "commander";
import { messageOf } from "../store/shared/message_of.ts";
import { directoryOf } from "./backup/storage.ts";
import { listeningPort, readHolder } from "./service/holder.ts";
import { isHeld } from "./service/held.ts";
import { EXIT, ExitError, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { isHere, urlOf } from "./service/connection.ts";
import { shellWord } from "../client/shell_word.ts";
import type { Shell } from "./shell.ts";
import { STORAGE_OPTION, storagePlace } from "./storage_place.ts";
import { paint } from "./terminal/paint.ts";

const HELP = `
A patch that is being applied is completed first. Runs that have not ended continue at the next start.

Examples:
  $ agent-harness stop`;

type Options = { storage?: string; json?: boolean };

/** `stop`: ends the service that uses a storage directory, and waits until it has. */
export function defineStop(program: Command, { shell, finish }: Setup): void {
  program.command("stop").helpGroup(GROUPS.start)
    .summary("stop the service")
    .description("Stop the service that uses a storage directory, and wait until it has ended.")
    .option(...STORAGE_OPTION)
    .option("--json", "print one JSON document")
    .addHelpText("after", HELP)
    .action(async (_, command: Command) => finish(await stop(shell, command.optsWithGlobals<Options>())));
}

/** Throws `UsageError` where a variable names another service than the one that uses the storage directory. */
function requireMeant(
  { environment }: Pick<Shell, "environment">,
  { storage, pid }: { storage: string; pid: number },
): void {
  const variable = ["AGENT_HARNESS_URL", "AGENT_HARNESS_PORT"].find((name) => environment(name));
  if (variable === undefined || environment(variable) === "0") return;
  const named = urlOf({ environment }, {});
  const port = listeningPort(pid);
  const isMeant = isHere(named) && (port === null || Number(new URL(named).port) === port);
  if (isMeant) return;
  const at = port === null ? "" : ` at http://127.0.0.1:${port}`;
  throw new UsageError(
    `${variable} names ${named}, but the service on ${storage} listens${at}. Nothing was stopped. To stop that one: agent-harness stop --storage ${
      shellWord(storage)
    }`,
  );
}

async function stop({ output, environment }: Shell, options: Options): Promise<number> {
  const named = options.storage ?? storagePlace(environment)?.path;
  if (!named) throw new UsageError("Name the storage directory with --storage.");
  const storage = directoryOf(named);
  const { pid } = readHolder(storage);
  if (!isHeld(storage)) {
    if (options.json) output.json({ storage, stopped: null });
    else output.data(`No service uses ${storage}.`);
    return EXIT.done;
  }
  if (pid === null) {
    throw new ExitError(
      EXIT.failed,
      `A process uses ${storage}, but its lock does not name it. agent-harness doctor says how to find it.`,
    );
  }
  if (!options.storage) requireMeant({ environment }, { storage, pid });
  try {
    Deno.kill(pid, "SIGTERM");
  } catch (cause) {
    throw new ExitError(
      EXIT.failed,
      `The service, process ${pid}, could not be stopped: ${messageOf(cause)}`,
    );
  }
  output.talk(`Stopping the service, process ${pid} …`);
  using lock = await Deno.open(join(storage, "lock"), { read: true, write: true });
  await lock.lock(true);
  if (options.json) output.json({ storage, stopped: pid });
  else output.data(`${paint.green("✓")} The service on ${storage} has stopped.`);
  return EXIT.done;
}
