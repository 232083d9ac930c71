import type { Command } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { connect, type ServiceClient, type ServiceOptions } from "./service/connection.ts";
import { eventLines } from "./service/event_lines.ts";
import { followRun } from "./service/follow.ts";
import { liveLine } from "./service/live_line.ts";
import { outcomeOf } from "./service/outcome.ts";
import { outputLines } from "./service/output_lines.ts";
import { progressLines } from "./service/progress.ts";
import { pickId } from "./service/pick.ts";
import { resolveId } from "./service/resolve.ts";
import { untilInterrupted } from "./service/stream.ts";
import type { TraceEvent } from "./service/types.ts";
import type { Shell } from "./shell.ts";
import { paint } from "./terminal/paint.ts";

const HELP = `
Examples:
  $ agent-harness watch run_01m7yd
  $ agent-harness watch 01m7yd --output
  $ agent-harness watch 01m7yd --json

Exits with 0 if the run completed, 6 if it failed, 7 if it waits for you, and 1 after Ctrl-C.`;

/** `watch`: follows a run until it ends or needs a person. */
export function defineWatch(program: Command, { shell, finish }: Setup): void {
  const command = program.command("watch").helpGroup(GROUPS.work)
    .summary("follow a run")
    .description("Follow a run until it ends or needs you. Ctrl-C stops following; the run continues.")
    .argument("[run]", "number, id, or start of an id; chosen from a list at a terminal")
    .addHelpText("after", HELP);
  command.option("--output", "also print the output of commands and models as it arrives");
  addServiceOptions(command, "print the run as one JSON document at the end");
  command.action(async (typed: string | undefined) => {
    const options = command.optsWithGlobals<ServiceOptions & WatchOptions>();
    const connection = connect(shell, options);
    if (typed === undefined && !shell.terminal.interactive) {
      throw new UsageError("Name the run. Example: agent-harness watch 41");
    }
    const id = typed === undefined
      ? await pickId(shell, connection, "/runs")
      : await resolveId(connection, "/runs", typed);
    finish(await watchRun(shell, connection, id, options));
  });
}

/** Options for watching a run. */
export type WatchOptions = {
  json?: boolean;
  output?: boolean;
  /** The newest printed event; printing continues after it. */
  told?: { sequence: number };
};

/** Prints a line for each event of a run until the run stops. Returns the exit code for its state. */
export async function watchRun(
  { output }: Shell,
  connection: ServiceClient,
  id: string,
  { json = false, output: showsOutput = false, told = { sequence: 0 } }: WatchOptions,
): Promise<number> {
  using interrupted = untilInterrupted();
  const { signal } = interrupted;
  const tell = json ? output.talk : output.data;
  const words = outputLines();
  const live = liveLine(output);
  const lineOf = progressLines();
  const linesOf = showsOutput
    ? (event: TraceEvent) => [lineOf(event)].filter((line) => line !== null)
    : eventLines(connection);
  try {
    const run = await followRun(connection, id, {
      signal,
      after: told.sequence,
      onEvent: async (event) => {
        told.sequence = event.sequence;
        const lines = [...words.rest(event), ...await linesOf(event)];
        if (lines.length > 0) live.clear();
        for (const line of lines) tell(line);
      },
      onOutput: (text, stream) => {
        if (!showsOutput) return live.push(text);
        for (const line of words.push(text, stream)) tell(line);
      },
    });
    live.clear();
    const { code, sentence, why = [], next } = outcomeOf(run);
    output.bell(); // calls back a person who walked away while it worked
    if (json) output.json(run);
    output.talk(`${SYMBOL[code] ?? paint.red("✗")} ${sentence}`);
    for (const line of [...why, ...(next ? [paint.bold(next)] : [])]) output.talk(`  ${line}`);
    return code;
  } catch (error) {
    live.clear();
    if (!signal.aborted) throw error;
    output.talk(
      `The run continues. To follow it again: agent-harness watch ${id}; to cancel it: agent-harness runs cancel ${id}`,
    );
    return EXIT.failed; // a script that needs the result must not continue without it
  }
}

const SYMBOL: Record<number, string> = {
  [EXIT.done]: paint.green("✓"),
  [EXIT.runWaits]: paint.yellow("●"),
};
