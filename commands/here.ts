import { basename } from "node:path";
import { filesHere } from "./service/files_here.ts";
import { EXIT, UsageError } from "./exit_codes.ts";
import type { HereOptions } from "./here/options.ts";
import { repositoryOf } from "./here/repository.ts";
import { askUsual, hasWorkedIn } from "./here/usual.ts";
import { makeUsualStorage } from "./init.ts";
import { open, openPage } from "./open.ts";
import { review } from "./review.ts";
import { SCREEN } from "./screen.later.ts";
import { connect, type ServiceClient } from "./service/connection.ts";
import { readDefaults, withDefaults } from "./service/defaults.ts";
import { openChanges, sayWhatIsOpen } from "./service/open_changes.ts";
import { requireWorker } from "./service/require_worker.ts";
import { answers, connectOrStart, startIfNeeded } from "./service/start.ts";
import type { Shell } from "./shell.ts";
import { oneLine } from "./terminal/neutralise.ts";
import { paint } from "./terminal/paint.ts";
import { watchRun } from "./watch.ts";

/**
 * Works in the current repository: creates what is missing, starts the service, and lets a person request work, watch it and
 * review it, repeatedly. A request on the command line is made once. Returns the exit code.
 */
export async function workHere(shell: Shell, options: HereOptions): Promise<number> {
  const { request, web } = options;
  const directory = Deno.cwd();
  const root = repositoryOf(directory);
  if (root === null && !web) {
    throw new UsageError(
      `${directory} is not in a git repository. Change to a repository, open the dashboard (agent-harness --web), or see: agent-harness --help`,
    );
  }
  const there = await answers(connect(shell, options));
  if (!there) await makeUsualStorage(shell);
  const connection = await connectOrStart(shell, options);
  if (web) return await open(shell, options);
  shell.output.talk(`${paint.bold(oneLine(basename(root!)))}  ${paint.dim(connection.url)}`);
  const { interactive } = shell.terminal;
  const known = await readDefaults(connection, directory);
  const isNew = !known?.items.some(({ id, origin }) => id !== "dial" && origin !== "none") &&
    !await hasWorkedIn(connection, directory);
  if (isNew && interactive && !await askUsual(shell, connection, directory)) return EXIT.done;
  const work = (words: string) => workOn(shell, connection, { words, directory, options });
  if (request !== undefined) return await work(request);
  if (hasScreen(shell)) {
    await (await SCREEN.open()).openScreen(shell, connection, {
      repository: oneLine(basename(root!)),
      directory: root!,
      files: () => filesHere(root!),
      request: async (words) => {
        const met = await openChanges(connection, { repoPath: directory, request: words });
        const run = await askFor(quiet(shell), connection, { words, directory });
        return { ...run, met: met.map((each) => each.words) };
      },
      start: () => startIfNeeded(quiet(shell), connection, options),
      browse: (path) => openPage(shell, options, path),
    });
    return EXIT.done;
  }
  for (;;) {
    const words = (await shell.terminal.ask("What should be done? (Enter to quit) "))?.trim();
    if (!words) return EXIT.done;
    await work(words);
  }
}

const NOTHING_SAID = { verifier: false, setup: false, worker: false };

/** Returns whether the full screen can be shown: input and output are a terminal that supports more than plain lines. */
const hasScreen = ({ terminal, output, environment }: Shell): boolean =>
  terminal.interactive && output.terminal && environment("TERM") !== "dumb";

/** The same shell without messages, which a screen has no room for. */
const quiet = (shell: Shell): Shell => ({
  ...shell,
  output: { ...shell.output, talk: () => {}, status: () => {} },
});

type Request = { words: string; directory: string };

/** Requests work with the repository's defaults. Throws if no worker is ready to do it. */
async function askFor(shell: Shell, connection: ServiceClient, { words, directory }: Request) {
  const asked = { request: words, repoPath: directory };
  const defaults = await readDefaults(connection, directory);
  const body = defaults ? withDefaults(shell, asked, { defaults, said: NOTHING_SAID }) : asked;
  await requireWorker(connection, body, "words");
  await sayWhatIsOpen(shell, connection, body);
  return await connection.call("POST /coordinator/runs", { body });
}

type Work = Request & { options: HereOptions };

/** Requests work, follows it, and lets the person decide on the result. */
async function workOn(shell: Shell, connection: ServiceClient, work: Work): Promise<number> {
  const { options } = work;
  const { id } = await askFor(shell, connection, work);
  const told = { sequence: 0 };
  for (;;) {
    const code = await watchRun(shell, connection, id, { told });
    const { waitingFor } = await connection.call("GET /runs/:id", { params: { id } });
    if (waitingFor?.kind !== "approval" || !shell.terminal.interactive) return code;
    const decided = await review(shell, id, options);
    if (decided !== EXIT.done) return decided;
  }
}
