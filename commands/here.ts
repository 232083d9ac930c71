import { basename } from "node:path";
import { EXIT, UsageError } from "./exit_codes.ts";
import type { HereOptions } from "./here/options.ts";
import { repositoryOf } from "./here/repository.ts";
import { askUsual, learnt, type Usual } from "./here/usual.ts";
import { makeUsualStorage } from "./init.ts";
import { open } from "./open.ts";
import { review } from "./review.ts";
import { connect, type Connection } from "./service/connection.ts";
import { requireWorker } from "./service/require_worker.ts";
import { answers, connectOrStart } from "./service/start.ts";
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
      `${directory} is not in a git repository. Change to a repository, or see: agent-harness --help`,
    );
  }
  const there = await answers(connect(shell, options));
  if (!there) await makeUsualStorage(shell);
  const connection = await connectOrStart(shell, options);
  if (web) return await open(shell, options);
  shell.output.talk(`${paint.bold(oneLine(basename(root!)))}  ${paint.dim(connection.url)}`);
  const { interactive } = shell.terminal;
  const usual = await learnt(connection, directory) ??
    (interactive ? await askUsual(shell, connection, directory) : NOTHING);
  if (usual === null) return EXIT.done;
  const work = (words: string) => workOn(shell, connection, { words, directory, usual, options });
  if (request !== undefined) return await work(request);
  for (;;) {
    const words = (await shell.terminal.ask("What should be done? (Enter to quit) "))?.trim();
    if (!words) return EXIT.done;
    await work(words);
  }
}

/** Nothing was confirmed. */
const NOTHING: Usual = { verifier: null, setup: null };

type Work = { words: string; directory: string; usual: Usual; options: HereOptions };

/** Requests work, follows it, and lets the person decide on the result. */
async function workOn(shell: Shell, connection: Connection, work: Work): Promise<number> {
  const { words, directory, usual: { verifier, setup }, options } = work;
  const body = {
    request: words,
    repoPath: directory,
    ...(verifier !== null && { verifier: { command: verifier } }),
    ...(setup !== null && { setup: { command: setup } }),
  };
  await requireWorker(connection, body);
  const { id } = await connection.call("POST /coordinator/runs", { body });
  const told = { sequence: 0 };
  for (;;) {
    const code = await watchRun(shell, connection, id, { told });
    const { waitingFor } = await connection.call("GET /runs/:id", { params: { id } });
    if (waitingFor?.kind !== "approval" || !shell.terminal.interactive) return code;
    const decided = await review(shell, id, options);
    if (decided !== EXIT.done) return decided;
  }
}
