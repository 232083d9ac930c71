import type { Command } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { startEditor, startShell } from "./entering/start_inside.ts";
import { untilEntered } from "./entering/until_entered.ts";
import { EXIT, ExitError, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { connect, type ServiceClient, type ServiceOptions } from "./service/connection.ts";
import { resolveId } from "./service/resolve.ts";
import { untilInterrupted } from "./service/stream.ts";
import type { Shell } from "./shell.ts";
import { oneLine } from "./terminal/neutralise.ts";
import { paint } from "./terminal/paint.ts";
import { confirm } from "./terminal/terminal.ts";

type Options = ServiceOptions & {
  task?: string;
  editor?: boolean;
  print?: boolean;
  handBack?: boolean;
  json?: boolean;
};

const HELP = `
Examples:
  $ agent-harness enter 12
  $ agent-harness enter 12 --task task_2 --editor
  $ cd "$(agent-harness enter 12 --print)"

A model or an agent stops between two tool calls; a program or a recipe runs to completion first. A task on a worker machine
is finished there first; then its files are here. The shell is in the worker's sandbox, without network. The worker continues
when you hand the task back. If a node of a workflow failed and ended the run, a new run continues from there: the worktree has
what the node left, and it is repeated with your changes.`;

/** `enter`: steps into the worktree of a task. */
export function defineEnter(program: Command, { shell, finish }: Setup): void {
  const command = program.command("enter").helpGroup(GROUPS.work)
    .summary("step into a task's worktree")
    .description("Step into the worktree of a task, or of the result under review, while its worker waits.")
    .argument("<run>", "number, id, or start of an id")
    .option("--task <id>", "the task, if several are open")
    .option("--editor", "open $VISUAL or $EDITOR as yourself, outside of the sandbox")
    .option("--print", "print only the directory")
    .option("--hand-back", "hand the task back at the end without asking")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (typed: string) => {
    const options = command.optsWithGlobals<Options>();
    const connection = connect(shell, options);
    finish(await enter(shell, connection, await resolveId(connection, "/runs", typed), options));
  });
}

async function enter(
  shell: Shell,
  connection: ServiceClient,
  id: string,
  options: Options,
): Promise<number> {
  const { output, environment } = shell;
  const editor = options.editor ? environment("VISUAL") || environment("EDITOR") : null;
  if (editor === "" || editor === undefined) {
    throw new UsageError("Set EDITOR to your editor, such as: export EDITOR=vim");
  }
  const task = await waited(shell, connection, id, options);
  const { directory, shell: way, title } = task;
  if (directory === null || way === null) {
    throw new ExitError(EXIT.failed, `The task is ${task.state}: ${task.detail}`);
  }
  if (options.json || options.print) {
    if (options.json) output.json(task);
    else output.data(directory);
    return EXIT.done;
  }
  if (!await Deno.stat(directory).then(() => true, () => false)) {
    throw new ExitError(
      EXIT.failed,
      `The worktree is ${directory}, on the machine of the service.`,
    );
  }
  output.talk(`You have stepped into ${paint.bold(oneLine(title))}: ${editor ? directory : way.detail}.`);
  if (editor) await startEditor(editor, directory, way);
  else await startShell(shell, directory, way);
  return await leave(shell, connection, task, options);
}

async function waited(
  { output, environment }: Shell,
  connection: ServiceClient,
  id: string,
  { task }: Options,
) {
  using interrupted = untilInterrupted();
  const { signal } = interrupted;
  const by = environment("USER") || environment("LOGNAME");
  const request = { ...(task !== undefined && { taskId: task }), ...(by && { by }) };
  return await untilEntered(connection, id, request, signal, (detail) => output.talk(paint.dim(detail)));
}

async function leave(
  { output, terminal }: Shell,
  { call }: ServiceClient,
  { runId, taskId }: { runId: string; taskId: string },
  options: Options,
): Promise<number> {
  const { finishedAt } = await call("GET /runs/:id", { params: { id: runId } });
  // The service keeps what was changed since the run ended, and its refusal says where.
  if (
    options.handBack || finishedAt ||
    (terminal.interactive && await confirm(terminal, "Hand the task back, so that the worker continues?"))
  ) {
    await call("POST /runs/:id/hand-back", { params: { id: runId }, body: { taskId } });
    output.talk(`${paint.green("✓")} Handed back. Follow it with: agent-harness watch ${runId}`);
  } else {
    output.talk(`The worker still waits. Hand it back with: agent-harness hand-back ${runId}`);
  }
  return EXIT.done;
}
