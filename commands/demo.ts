import { bundleOf } from "../client/patch.ts";
import { join } from "node:path";
import type { Command } from "commander";
import { compare, type DemoCheck, readState, verifyAudit } from "./demo/checks.ts";
import { makeSample, takeRepository } from "./demo/repository.ts";
import { startDemoService } from "./demo/service.ts";
import { type Telling, tellStory } from "./demo/story.ts";
import { EXIT, ExitError, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { nextSteps } from "./next_steps.ts";
import { connect } from "./service/connection.ts";
import { REPOSITORY_HELP, resolveRepository } from "./service/repository.ts";
import { answers, connectOrStart } from "./service/start.ts";
import { untilInterrupted } from "./service/stream.ts";
import type { Shell } from "./shell.ts";
import { shellWord } from "../client/shell_word.ts";
import { paint } from "./terminal/paint.ts";
import { withProgress } from "./terminal/progress.ts";
import { storagePlace } from "./storage_place.ts";

const HELP = `
Examples:
  $ agent-harness demo
  $ agent-harness demo --yes --json
  $ agent-harness demo --repo ~/project
  $ agent-harness demo --yes --start        then start a service that keeps running

The demo starts its own service and stops it at the end, so no service needs to be running.`;

type Options = { start?: boolean; repo?: string; yes?: boolean; keep?: boolean; json?: boolean };

/** `demo`: a complete run from request to applied patch, verified afterwards, in a temporary directory. */
export function defineDemo(program: Command, { shell, finish }: Setup): void {
  const command = program.command("demo").helpGroup(GROUPS.start)
    .summary("see the whole flow in a temporary directory")
    .description(
      "Take a request through plan, work, verification, your approval and apply, then prove what happened. Needs no model, network or configuration, and leaves nothing behind.",
    )
    .option(
      "--repo <repository>",
      `use this repository and add one small file if you approve: ${REPOSITORY_HELP}`,
    )
    .option("--yes", "approve without asking")
    .option("--keep", "keep the temporary directory")
    .option("--start", "start a service that keeps running after the demo, if none is running")
    .option("--json", "print one JSON document")
    .addHelpText("after", HELP);
  command.action(async () => finish(await demo(shell, command.optsWithGlobals<Options>())));
}

/** Runs the demo. Returns 0 only if the patch was applied exactly as approved and the audit verifies. */
export async function demo(shell: Shell, options: Options): Promise<number> {
  if (!options.yes && !shell.terminal.interactive) {
    throw new UsageError("The demo asks for your approval, but there is no terminal. Add --yes.");
  }
  if (options.start && storagePlace(shell.environment) === null) {
    throw new UsageError("--start needs a storage directory: agent-harness init");
  }
  const code = await inPlace(shell, options);
  if (code === EXIT.done) await offerService(shell, options);
  return code;
}

/** Starts a service that keeps running after the demo, if requested and none is running. */
async function offerService(shell: Shell, options: Options): Promise<void> {
  const connection = connect(shell, {});
  const wanted = options.start ||
    (shell.terminal.interactive && storagePlace(shell.environment) !== null && !options.yes);
  if (!wanted || options.json && !options.start || await answers(connection)) return;
  await connectOrStart(shell, options).catch((error) => {
    if (options.start || !(error instanceof ExitError)) throw error;
  });
}

/** Runs the demo in a temporary directory and removes it afterwards. */
async function inPlace(shell: Shell, options: Options): Promise<number> {
  const { signal, release } = untilInterrupted();
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-harness-demo-" }));
  const interrupted = new Promise<number>((done) =>
    signal.addEventListener("abort", () => done(EXIT.failed), { once: true })
  );
  const stops: (() => Promise<void>)[] = [];
  try {
    return await Promise.race([show(shell, options, { directory, signal, stops }), interrupted]);
  } finally {
    if (signal.aborted) shell.output.talk("\nInterrupted. The demo's service and directory were removed.");
    release();
    for (const stop of stops) await stop();
    if (!options.keep) await Deno.remove(directory, { recursive: true });
  }
}

type Place = { directory: string; signal: AbortSignal; stops: (() => Promise<void>)[] };

async function show(shell: Shell, options: Options, { directory, signal, stops }: Place): Promise<number> {
  const { output } = shell;
  const say = options.json ? () => {} : output.data;
  const began = performance.now();
  say(paint.bold("agent-harness demo"));
  const repository = options.repo
    ? await takeRepository(await resolveRepository(() => connect(shell, {}), options.repo))
    : await makeSample(join(directory, "repository"));
  const storage = join(directory, "storage");
  await Deno.mkdir(storage, { mode: 0o700 });
  const before = await readState(repository.root);
  const starting = startDemoService(storage);
  const { connection, faults, stop } = await withProgress(output, "Starting its own service", starting);
  stops.push(stop);
  say(paint.dim(`Its own service runs on ${connection.url}`));

  const telling: Telling = { shell, connection, say, yes: options.yes ?? false, signal };
  const { run, applied } = await tellStory(telling, repository);
  const files = applied ? bundleOf(applied)?.files ?? [] : [];
  const checks = [
    ...compare(before, await readState(repository.root), files),
    await verifyAudit(connection),
    ...faults.map((detail): DemoCheck => ({ name: "service", ok: false, detail })),
  ];
  const proved = checks.every(({ ok }) => ok);
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  say(`\n${paint.bold("Proof")}${options.yes ? `  ${paint.dim(`${seconds} s`)}` : ""}`);
  for (const { ok, detail } of checks) say(`  ${ok ? paint.green("✓") : paint.red("✗")} ${detail}`);

  const ok = proved && applied !== null && run.status === "completed";
  if (options.json) {
    output.json({ ok, runId: run.id, status: run.status, repository: repository.root, seconds, checks });
  } else if (applied === null) {
    say(`\nNothing was approved or written. The run is ${run.status}.`);
  }
  if (!options.json) {
    if (options.keep) say(`\nKept in ${directory}`);
    nextSteps(output, [
      ...(applied && repository.undo
        ? [`rm ${shellWord(repository.undo)}    # undoes the demo's change`]
        : []),
      "agent-harness init",
      `agent-harness run 'create hello.txt with "Hello"' --repo . --watch`,
    ]);
  }
  if (!proved) return EXIT.failed;
  return ok ? EXIT.done : EXIT.runFailed;
}
