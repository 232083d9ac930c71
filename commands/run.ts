import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { RunRequest } from "./service/types.ts";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { readSource } from "./read_source.ts";
import type { ServiceOptions } from "./service/connection.ts";
import { requireWorker } from "./service/require_worker.ts";
import { connectOrStart } from "./service/start.ts";
import type { Shell } from "./shell.ts";
import { oneLine } from "./terminal/neutralise.ts";
import { paint } from "./terminal/paint.ts";
import { watchRun } from "./watch.ts";

type Options = ServiceOptions & {
  repo: string;
  verify?: string;
  onRed?: "checkpoint" | "fail";
  onFailure?: "wait" | "fail";
  fix?: number;
  /** False for `--no-setup`. */
  setup?: string | false;
  worker?: string;
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

The repository is not changed until you approve: agent-harness review
With --watch it exits with 0 if the run completed, 6 if it failed, 7 if it waits for you.`;

/** `run`: requests work in a repository. */
export function defineRun(program: Command, { shell, finish }: Setup): void {
  const command = program.command("run").helpGroup(GROUPS.work)
    .summary("request work in a repository")
    .description("Request work in a repository: the coordinator plans it, workers do it, you decide.")
    .argument("<request...>", "what to do, with or without quotes; - for stdin")
    .option("--repo <directory>", "the repository", ".")
    .option("--verify <command>", "command that checks the result by its exit code")
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
    .option("--when-ready", "create the run even if no worker is ready, and let it wait")
    .option("--start", "start a service if none is running (default on this machine)")
    .option("--no-start", "do not start a service")
    .option("--watch", "follow the run until it ends or needs you")
    .option("--output", "with --watch: also print the output of commands and models as it arrives")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (words: string[]) => {
    finish(await startRun(shell, words.join(" "), command.optsWithGlobals<Options>()));
  });
}

async function startRun(shell: Shell, request: string, options: Options): Promise<number> {
  const { output } = shell;
  const connection = await connectOrStart(shell, options);
  const body = bodyOf(request === "-" ? await readSource("-") : request, options);
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
  { repo, verify, onRed, onFailure, fix, setup, worker }: Options,
): RunRequest {
  const [provider, ...model] = worker?.split("/") ?? [];
  return {
    request,
    repoPath: repo.startsWith("~") ? repo : resolve(repo),
    ...(provider && { worker: { provider, ...(model.length > 0 && { model: model.join("/") }) } }),
    ...(verify !== undefined && { verifier: { command: verify } }),
    ...(onRed && { onRed }),
    ...(onFailure && { onFailure }),
    ...(fix !== undefined && { fix }),
    ...(setup !== undefined && { setup: setup === false ? null : { command: setup } }),
  };
}

function fixRounds(text: string): number {
  if (!/^[0-5]$/.test(text)) throw new InvalidArgumentError("Use a number from 0 to 5.");
  return Number(text);
}
