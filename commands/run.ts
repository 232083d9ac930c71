import { type Command, InvalidArgumentError, Option } from "commander";
import type { RunRequest } from "./service/types.ts";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { readSource } from "./read_source.ts";
import type { ServiceOptions } from "./service/connection.ts";
import { readDefaults, withDefaults, workerNamed } from "./service/defaults.ts";
import { REPOSITORY_HELP, resolveRepository } from "./service/repository.ts";
import { requireWorker } from "./service/require_worker.ts";
import { connectOrStart } from "./service/start.ts";
import type { Shell } from "./shell.ts";
import { oneLine } from "./terminal/neutralise.ts";
import { paint } from "./terminal/paint.ts";
import { watchRun } from "./watch.ts";

type Options = ServiceOptions & {
  repo: string;
  /** False for `--no-verify`. */
  verify?: string | false;
  onRed?: "checkpoint" | "fail";
  onFailure?: "wait" | "fail";
  fix?: number;
  /** False for `--no-setup`. */
  setup?: string | false;
  /** False for `--no-worker`. */
  worker?: string | false;
  whenReady?: boolean;
  watch?: boolean;
  output?: boolean;
  start?: boolean;
  json?: boolean;
};

const HELP = `
Examples:
  $ agent-harness run 'create hello.txt with "hi"' --verify 'test -s hello.txt' --watch
  $ agent-harness run fix the tests --verify 'npm test' --watch
  $ agent-harness run - --repo ~/project --worker ollama/qwen3 < request.md

Nothing touches the repository before you have approved it: agent-harness review.
Verifier, setup and worker that are not given are the repository's defaults: agent-harness repos defaults.
With --watch it ends with 0 when the run completed, 6 when it failed, 7 when it waits for you.`;

/** `run`: asks for work in a repository. */
export function defineRun(program: Command, { shell, finish }: Setup): void {
  const command = program.command("run").helpGroup(GROUPS.work)
    .summary("ask for work in a repository")
    .description("Ask for work in a repository: a coordinator plans it, workers do it, you decide.")
    .argument("<request...>", "what is to be done, with or without quotes; - reads it from stdin")
    .option("--repo <repository>", REPOSITORY_HELP, ".")
    .option("--verify <command>", "says whether the result works, by its exit code")
    .option("--no-verify", "runs without a verifier, also where the repository has a default")
    .addOption(
      new Option("--on-red <what>", "what a failed verification does").choices(["checkpoint", "fail"]),
    )
    .addOption(
      new Option(
        "--fix <rounds>",
        "how often a failed verifier's output goes back to the worker first: 0 to 5",
      )
        .argParser(fixRounds),
    )
    .addOption(new Option("--on-failure <what>", "what a failed task does").choices(["wait", "fail"]))
    .option("--setup <command>", "runs first in each fresh worktree, such as: npm ci")
    .option("--no-setup", "runs without a setup, and forgets the one that is remembered")
    .option("--worker <provider/model>", "who does it; without one the service chooses")
    .option("--no-worker", "lets the service choose, also where the repository has a default")
    .option("--when-ready", "make the run although nobody is ready to do it, and let it wait")
    .option("--start", "start a service that stays if none is running; on this machine that is so anyway")
    .option("--no-start", "start no service")
    .option("--watch", "follow it until it has ended or needs you")
    .option("--output", "with --watch: also print what its commands and models write, as it comes")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (words: string[]) => {
    finish(await startRun(shell, words.join(" "), command.optsWithGlobals<Options>()));
  });
}

async function startRun(shell: Shell, request: string, options: Options): Promise<number> {
  const { output } = shell;
  const connection = await connectOrStart(shell, options);
  const repoPath = await resolveRepository(() => connection, options.repo);
  const asked = bodyOf(request === "-" ? await readSource("-") : request, repoPath, options);
  const { verify, setup, worker } = options;
  const said = { verifier: verify !== undefined, setup: setup !== undefined, worker: worker !== undefined };
  const defaults = await readDefaults(connection, repoPath);
  const body = defaults ? withDefaults(shell, asked, { defaults, said }) : asked;
  if (!options.whenReady) await requireWorker(connection, body);
  const run = await connection.call("POST /coordinator/runs", { body });
  if (run.nobodyReady) output.talk(`${paint.yellow("●")} ${oneLine(run.nobodyReady)}`);
  if (options.watch) {
    if (!options.json) output.data(`${paint.cyan(run.id)}  ${run.status}`);
    return await watchRun(shell, connection, run.id, options);
  }
  if (options.json) output.json(run);
  else {
    output.data(`${paint.cyan(run.id)}  ${run.status}  ${oneLine(run.repoPath)}`);
    output.talk(paint.dim(`Follow it with: agent-harness watch ${run.id}`));
  }
  return EXIT.done;
}

function bodyOf(
  request: string,
  repoPath: string,
  { verify, onRed, onFailure, fix, setup, worker }: Options,
): RunRequest {
  return {
    request,
    repoPath,
    ...(worker && { worker: workerNamed(worker) }),
    ...(verify !== undefined && verify !== false && { verifier: { command: verify } }),
    ...(onRed && { onRed }),
    ...(onFailure && { onFailure }),
    ...(fix !== undefined && { fix }),
    ...(setup !== undefined && { setup: setup === false ? null : { command: setup } }),
  };
}

function fixRounds(text: string): number {
  if (!/^[0-5]$/.test(text)) throw new InvalidArgumentError("It is a number from 0 to 5.");
  return Number(text);
}
