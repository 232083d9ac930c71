import { type Command, Option } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { connect, type ServiceOptions } from "./service/connection.ts";
import { pause, untilInterrupted } from "./service/stream.ts";
import type { Shell } from "./shell.ts";
import { oneLine } from "./terminal/neutralise.ts";

type Options = ServiceOptions & {
  json?: boolean;
  follow?: boolean;
  stream: "stdout" | "stderr";
  lines: string;
};

/** The interval at which the end of a followed log is read. */
const POLL_MILLISECONDS = 1000;

const HELP = `
Examples:
  $ agent-harness logs
  $ agent-harness logs --stream stderr --lines 20
  $ agent-harness logs --follow`;

/** `logs`: shows the log of the service. */
export function defineLogs(program: Command, { shell, finish }: Setup): void {
  const command = program.command("logs").helpGroup(GROUPS.work)
    .summary("show the log of the service")
    .description("Show the end of the service's log. To see what a run did, use: agent-harness runs timeline")
    .addOption(
      new Option("--stream <name>", "which log: output or errors").choices(["stdout", "stderr"])
        .default("stdout"),
    )
    .option("--lines <number>", "how many to show", "100")
    .option("-f, --follow", "keep showing new lines until Ctrl-C")
    .addHelpText("after", HELP);
  addServiceOptions(command, "print one JSON document; with --follow, one line of JSON per line");
  command.action(async () => finish(await logs(shell, command.optsWithGlobals<Options>())));
}

async function logs(shell: Shell, { stream, lines, follow, json, ...service }: Options): Promise<number> {
  const most = Number(lines);
  if (!/^\d+$/.test(lines) || most < 1) {
    throw new UsageError(`--lines must be a whole number of at least 1, not "${lines}".`);
  }
  const { output } = shell;
  const { call } = connect(shell, service);
  const read = async (): Promise<string[]> => {
    const { lines } = await call("GET /control-plane/logs", { query: { stream } });
    return lines.map(({ text }) => text);
  };
  const print = (text: string): void => json ? output.jsonLine({ stream, text }) : output.data(oneLine(text));
  const all = await read();
  const first = all.slice(-most);
  if (!follow) {
    if (json) output.json({ stream, lines: first });
    else first.forEach(print);
    return EXIT.done;
  }
  first.forEach(print);
  using interrupted = untilInterrupted();
  const { signal } = interrupted;
  for (let seen = all;;) {
    await pause(POLL_MILLISECONDS, signal);
    if (signal.aborted || output.closed()) return EXIT.done;
    const now = await read();
    now.slice(firstNew(seen, now)).forEach(print);
    seen = now;
  }
}

/** Returns where new lines begin: after the longest suffix of the seen lines that is still there. */
function firstNew(seen: readonly string[], now: readonly string[]): number {
  for (let gone = 0; gone < seen.length; gone++) {
    const kept = seen.length - gone;
    if (kept <= now.length && now[0] === seen[gone] && seen.slice(gone).every((line, i) => line === now[i])) {
      return kept;
    }
  }
  return 0;
}
