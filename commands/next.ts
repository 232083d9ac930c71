import type { Command } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { connect, type ServiceOptions } from "./service/connection.ts";
import { resolveId } from "./service/resolve.ts";
import { oneLine } from "./terminal/neutralise.ts";
import { paint } from "./terminal/paint.ts";

const HELP = `
Examples:
  $ agent-harness next 12

It starts as soon as a slot is free. Runs in progress are not interrupted.`;

/** `next`: moves a queued run to the front of the queue. */
export function defineNext(program: Command, { shell, finish }: Setup): void {
  const command = program.command("next").helpGroup(GROUPS.work)
    .summary("run a queued run next")
    .description("Move a queued run to the front of the queue.")
    .argument("<run>", "number, id, or start of an id")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (typed: string) => {
    const { json, ...options } = command.optsWithGlobals<ServiceOptions & { json?: boolean }>();
    const connection = connect(shell, options);
    const id = await resolveId(connection, "/runs", typed);
    const run = await connection.call("POST /runs/:id/next", { params: { id } });
    if (json) shell.output.json(run);
    else {shell.output.data(
        `${paint.green("✓")} #${run.number} is next: ${oneLine(run.request).slice(0, 100)}`,
      );}
    finish(EXIT.done);
  });
}
