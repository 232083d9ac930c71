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
  $ agent-harness hand-back 12

What you changed in the worktree is kept as yours, and the worker goes on from there.`;

/** `hand-back`: lets the worker of a task go on that a person stepped into. */
export function defineHandBack(program: Command, { shell, finish }: Setup): void {
  const command = program.command("hand-back").helpGroup(GROUPS.work)
    .summary("hand a task back to its worker")
    .description("Hand a task back that you stepped into, so that its worker goes on.")
    .argument("<run>", "its number, its id, or the beginning of that")
    .option("--task <id>", "the task, where you are in several")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (typed: string) => {
    const { task, json, ...options } = command.optsWithGlobals<
      ServiceOptions & { task?: string; json?: boolean }
    >();
    const connection = connect(shell, options);
    const id = await resolveId(connection, "/runs", typed);
    const body = task === undefined ? {} : { taskId: task };
    const handed = await connection.call("POST /runs/:id/hand-back", { params: { id }, body });
    if (json) shell.output.json(handed);
    else shell.output.data(`${paint.green("✓")} ${oneLine(handed.title)} was handed back.`);
    finish(EXIT.done);
  });
}
