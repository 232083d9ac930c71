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

Your changes in the worktree are kept and marked as yours. The worker continues from there.`;

/** `hand-back`: lets the worker continue after a person has stepped into its task. */
export function defineHandBack(program: Command, { shell, finish }: Setup): void {
  const command = program.command("hand-back").helpGroup(GROUPS.work)
    .summary("hand a task back to its worker")
    .description("Hand back a task that you stepped into, so that its worker continues.")
    .argument("<run>", "number, id, or start of an id")
    .option("--task <id>", "the task, if you stepped into several")
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
