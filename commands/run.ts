import { type Command, InvalidArgumentError, Option } from "commander";
import { whyBlocked } from "../client/nobody_ready.ts";
import type { RunRequest } from "./service/types.ts";
import { addServiceOptions, commaSeparated } from "./derived/options.ts";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { readSource } from "./read_source.ts";
import type { ServiceOptions } from "./service/connection.ts";
import { readDefaults, withDefaults, workerNamed } from "./service/defaults.ts";
import { REPOSITORY_HELP, resolveRepository } from "./service/repository.ts";
import { requireWorker, sayWhatItWaitsFor } from "./service/require_worker.ts";
import { sayWhatIsOpen } from "./service/open_changes.ts";
import { connectOrStart } from "./service/start.ts";
import { namingFlags } from "./service/with_flags.ts";
import type { Shell } from "./shell.ts";
import { oneLine } from "./terminal/neutralise.ts";
import { paint } from "./terminal/paint.ts";
import { RECIPE_FORMS } from "../store/shared/recipe_forms.ts";
import { watchRun } from "./watch.ts";

type Options = ServiceOptions & {
  repo: string;
  /** False for `--no-verify`. */
  verify?: string | false;
  onRed?: "checkpoint" | "fail";
  onFailure?: "wait" | "fail";
  needs?: string[];
  here?: boolean;
  fix?: number;
  /** False for `--no-setup`. */
  setup?: string | false;
  /** False for `--no-worker`. */
  worker?: string | false;
  race?: string[];
  pick?: "human" | "first-green";
  maxCost?: number;
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
  $ agent-harness run fix the tests --verify 'npm test' --race opencode,local/qwen3
  $ agent-harness run - --repo ~/project --worker ollama/qwen3 < request.md

The repository is not changed until you approve: agent-harness review
Without flags, the verifier, setup and worker are the repository's defaults: agent-harness repos defaults
It exits with 2 if no worker is ready for it, and 5 if it belongs to a blocked class.
With --watch it exits with 0 if the run completed, 6 if it failed, 7 if it waits for you.

Instructions of the built-in worker, which needs no model, one per line:
${Object.values(RECIPE_FORMS).flat().map((form) => `  ${form}`).join("\n")}
Paths are relative to the repository; in quotes, \\" \\\\ \\n \\t are escapes.`;

/** The flags of the fields of a request. */
const FLAGS = {
  request: "The request",
  repoPath: "--repo",
  "verifier.command": "--verify",
  "setup.command": "--setup",
  "race.contenders": "--race",
  "race.maxCostUsd": "--max-cost",
  needs: "--needs",
};

/** `run`: requests work in a repository. */
export function defineRun(program: Command, { shell, finish }: Setup): void {
  const command = program.command("run").helpGroup(GROUPS.work)
    .summary("request work in a repository")
    .description("Request work in a repository: the coordinator plans it, workers do it, you decide.")
    .argument("<request...>", "what to do, with or without quotes; - for stdin")
    .option("--repo <repository>", REPOSITORY_HELP, ".")
    .option("--verify <command>", "command that checks the result by its exit code")
    .option("--no-verify", "run without a verifier, even if the repository has a default")
    .addOption(
      new Option("--on-red <what>", "what to do when verification fails").choices(["checkpoint", "fail"]),
    )
    .addOption(
      new Option(
        "--fix <rounds>",
        "how often to send a failed verifier's output back to the worker, 0 to 5",
      )
        .argParser(fixRounds),
    )
    .addOption(new Option("--on-failure <what>", "what to do when a task fails").choices(["wait", "fail"]))
    .option("--setup <command>", "command to run first in each new worktree, such as: npm ci")
    .option("--no-setup", "run without a setup, and forget the saved one")
    .option("--worker <provider/model>", "worker to use (default: the service chooses)")
    .option("--no-worker", "let the service choose, even if the repository has a default")
    .option(
      "--race <workers>",
      "several do it, each for itself, and you pick a result; such as: opencode,local/qwen3",
      commaSeparated,
    )
    .addOption(
      new Option("--pick <how>", "with --race: who picks; first-green takes the first that passes").choices([
        "human",
        "first-green",
      ]),
    )
    .option("--max-cost <usd>", "with --race: the most that all may cost together", dollars)
    .option(
      "--needs <labels>",
      "labels that a machine needs to verify it, and a worker machine to work on it, such as: gpu",
      commaSeparated,
    )
    .option("--here", "never let its work or its verification leave the machine of the service")
    .option("--when-ready", "create the run even if no worker is ready, and let it wait")
    .option("--start", "start a service if none is running (default on this machine)")
    .option("--no-start", "do not start a service")
    .option("--watch", "follow the run until it ends or needs you")
    .option("--output", "with --watch: also print the output of commands and models as it arrives")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (words: string[]) => {
    const options = command.optsWithGlobals<Options>();
    finish(await namingFlags(FLAGS, () => startRun(shell, words.join(" "), options)));
  });
}

async function startRun(shell: Shell, request: string, options: Options): Promise<number> {
  const { output } = shell;
  const words = request === "-" ? await readSource("-") : request;
  if (words.trim() === "") throw new UsageError("The request is empty. Say what to do.");
  const connection = await connectOrStart(shell, options);
  const repoPath = await resolveRepository(() => connection, options.repo);
  const asked = bodyOf(words, repoPath, options);
  const { verify, setup, worker } = options;
  const said = {
    verifier: verify !== undefined,
    setup: setup !== undefined,
    worker: worker !== undefined || options.race !== undefined,
  };
  const defaults = await readDefaults(connection, repoPath);
  const body = defaults ? withDefaults(shell, asked, { defaults, said }) : asked;
  if (options.whenReady) await sayWhatItWaitsFor(shell, connection, body);
  else await requireWorker(connection, body, "run");
  await sayWhatIsOpen(shell, connection, body);
  const run = await connection.call("POST /coordinator/runs", { body });
  if (options.watch) {
    if (!options.json) output.data(`${paint.cyan(run.id)}  ${run.status}`);
    return await watchRun(shell, connection, run.id, options);
  }
  const blocked = await whyBlocked(connection.call, body);
  if (options.json) output.json(run);
  else {
    output.data(`${paint.cyan(run.id)}  ${run.status}  ${oneLine(run.repoPath)}`);
    if (!blocked) output.talk(paint.dim(`Follow it with: agent-harness watch ${run.number}`));
  }
  if (blocked) output.talk(`${paint.red("✗")} The run is refused (policy_blocked): ${oneLine(blocked)}`);
  return blocked ? EXIT.refusedByPolicy : EXIT.done;
}

function bodyOf(
  request: string,
  repoPath: string,
  { verify, onRed, onFailure, fix, setup, worker, race, pick, maxCost, needs, here }: Options,
): RunRequest {
  if (!race && (pick ?? maxCost) !== undefined) {
    throw new UsageError("Use --pick and --max-cost with --race.");
  }
  const contenders = race?.map((named) => ({ worker: workerNamed(named) }));
  return {
    request,
    repoPath,
    ...(worker && { worker: workerNamed(worker) }),
    ...(verify !== undefined && verify !== false && { verifier: { command: verify } }),
    ...(onRed && { onRed }),
    ...(onFailure && { onFailure }),
    ...(contenders && {
      race: { contenders, ...(pick && { pick }), ...(maxCost !== undefined && { maxCostUsd: maxCost }) },
    }),
    ...(needs && { needs }),
    ...(here && { here }),
    ...(fix !== undefined && { fix }),
    ...(setup !== undefined && { setup: setup === false ? null : { command: setup } }),
  };
}

function fixRounds(text: string): number {
  if (!/^[0-5]$/.test(text)) throw new InvalidArgumentError("Use a number from 0 to 5.");
  return Number(text);
}

function dollars(text: string): number {
  const cost = Number(text);
  if (!(cost > 0)) throw new InvalidArgumentError("Use an amount in US dollars, such as 2.50.");
  return cost;
}
