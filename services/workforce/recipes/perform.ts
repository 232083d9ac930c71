import type { WorkerOutcome, WorkerTask } from "../workers/worker.ts";
import { create } from "./actions/create.ts";
import { remove } from "./actions/delete.ts";
import { extend } from "./actions/extend.ts";
import { fileProblem } from "../worker_tools/file_problem.ts";
import type { ListedDirectory } from "../worker_tools/listed_files.ts";
import { Refusal } from "../worker_tools/refusal.ts";
import { rename } from "./actions/rename.ts";
import { replace } from "./actions/replace.ts";
import { CommandRefusal, type CommandReport, type CommandTask, run } from "./actions/run.ts";
import { RECIPE_HELP } from "./language/help.ts";
import type { Instruction } from "./language/instruction.ts";
import { instructionTitle } from "./language/title.ts";
import { reportedPath } from "./named_paths.ts";
import { showingChange } from "../worker_tools/file_change.ts";
import { mayUse, notAllowed } from "../workers/rights.ts";
import { parseRecipe } from "./parse.ts";
import { INSTRUCTION_TOOLS } from "./tools.ts";

/** What a recipe needs from a task: it asks no one and starts nothing on its own. */
type RecipeTask =
  & Pick<WorkerTask, "directory" | "instructions" | "profile" | "report" | "useConnector">
  & ListedDirectory
  & CommandTask;

/**
 * Carries out a recipe in the task's directory, in written order, and stops at the first instruction that cannot be done.
 * Each is reported as the tool of its name.
 *
 * @throws the signal's reason, checked before each instruction and after each command; faults of the disk
 */
export async function performRecipe(task: RecipeTask): Promise<WorkerOutcome> {
  const parsed = parseRecipe(task.instructions);
  if ("misunderstood" in parsed) {
    const [first] = parsed.misunderstood;
    const detail = first ? `Line ${first.line}: ${first.reason}\n${RECIPE_HELP}` : RECIPE_HELP;
    return { ok: false, reason: "unsupported_request", detail };
  }
  const done: string[] = [];
  for (const instruction of parsed.instructions) {
    task.signal.throwIfAborted();
    const common = { tool: instruction.kind, ...reportedPath(instruction) };
    const title = instructionTitle(instruction);
    task.report({ kind: "tool_started", ...common, summary: title });
    try {
      const { done: report, diff } = await showingChange(
        task.directory,
        instruction.kind === "run" ? undefined : common.path,
        () => performInstruction(task, instruction),
      );
      task.report({ kind: "tool_completed", ...common, ...report, ...(diff && { shown: { diff } }) });
      done.push(report.summary);
    } catch (error) {
      const refusal = toRefusal(error, instruction);
      const summary = task.signal.aborted ? `${title}: stopped` : refusal?.message ?? `${title}: failed`;
      task.report({ kind: "tool_failed", ...common, summary, ...commandReport(refusal) });
      task.signal.throwIfAborted();
      if (refusal === null) throw error;
      return { ok: false, reason: refusal.reason, detail: refusal.message };
    }
  }
  return { ok: true, summary: summaryOf(done) };
}

async function performInstruction(
  { ask, directory, profile, host, mayRun, signal, runCommand, useConnector }: RecipeTask,
  instruction: Instruction,
): Promise<Partial<CommandReport> & { summary: string }> {
  const tool = INSTRUCTION_TOOLS[instruction.kind];
  if (!mayUse(profile, tool)) throw new Refusal(notAllowed(profile, tool), "policy_blocked");
  switch (instruction.kind) {
    case "create":
      return { summary: await create(directory, instruction) };
    case "append":
    case "prepend":
      return { summary: await extend(directory, instruction) };
    case "replace":
      return { summary: await replace({ directory, host }, instruction, signal) };
    case "rename":
      return { summary: await rename(directory, instruction) };
    case "delete":
      return { summary: await remove(directory, instruction) };
    case "run":
      return await run({ runCommand, ask, mayRun, signal }, instruction);
    case "use": {
      const { connector, action, input } = instruction;
      const outcome = await useConnector({ connector, action, input });
      if (!outcome.done) throw new Refusal(outcome.detail, outcome.reason);
      return { summary: outcome.summary };
    }
  }
}

function toRefusal(error: unknown, instruction: Instruction): Refusal | null {
  if (error instanceof Refusal) return error;
  const problem = instruction.kind === "run" || instruction.kind === "use" ? null : fileProblem(error);
  return problem === null ? null : new Refusal(`${instructionTitle(instruction)} failed: ${problem}.`);
}

function commandReport(refusal: Refusal | null): { output?: string; exitCode?: number } {
  if (!(refusal instanceof CommandRefusal)) return {};
  const { output, exitCode } = refusal;
  return exitCode === undefined ? { output } : { output, exitCode };
}

function summaryOf(done: readonly string[]): string {
  const shown = done.slice(0, 5).join("; ");
  return done.length > 5 ? `${shown}; and ${done.length - 5} more.` : `${shown}.`;
}
