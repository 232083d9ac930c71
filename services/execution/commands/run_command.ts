import { join } from "node:path";
import { processStream } from "../../../store/processes/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Confinement } from "../../../store/processes/document.ts";
import { record } from "../../ground/kernel/context.ts";
import { decideCommand } from "../../ground/policy/decide.ts";
import { type ProcessResult, runProcess } from "../../machine/processes/run.ts";
import { type Purpose, refusedBySandbox } from "../../machine/processes/sandbox/mod.ts";
import { type Control, workingDirectory, type Workspace } from "../../machine/repositories/mod.ts";
import { confine } from "./confine.ts";
import { type CommandOptions, INPUT_VARIABLE } from "../../workforce/workers/worker.ts";
import { Halted, StepFailed } from "./interrupts.ts";
import { networkUseOf, noteLines } from "./network.ts";
import type { RunPort } from "./ports.ts";

/** How long one command may take. */
export const RUN_COMMAND_TIMEOUT_MILLISECONDS = 30 * 60 * 1000;

/** How much of a command's output is kept, in bytes. */
const OUTPUT_LIMIT = 1024 * 1024;

/** A shell command of a run, in a directory of a workspace. */
type Command = {
  command: string;
  control: Control;
  workspace: Pick<Workspace, "directory" | "alsoAt">;
  purpose: Purpose;
  /** The purpose to record, where it differs from `purpose`. */
  about?: string;
  signal: AbortSignal;
  taskSessionId?: string;
  /** Turns the network off, whatever `sandbox.json` and the provider's definition allow, and passes no secrets. */
  offline?: boolean;
  /** How long it may take; `RUN_COMMAND_TIMEOUT_MILLISECONDS` where it is left out. */
  timeoutMilliseconds?: number;
} & CommandOptions;

/** How a command ended, and how it was confined. */
export type CommandResult = ProcessResult & { confinement: Confinement };

/**
 * Runs a command in a separate process group, in a sandbox if one is available. The group is recorded before it starts and
 * after its last process has ended, so the next start finds what a killed service left. Throws `StepFailed` for a blocked class.
 */
export async function runCommand(step: RunPort, request: Command): Promise<CommandResult> {
  const { ctx } = step;
  await refuseBlocked(step, request.command, request.taskSessionId);
  await using hold = await confine(step, request);
  if (request.onlyConfined && !hold.sandbox) {
    throw new StepFailed("policy_blocked", onlyConfined(hold.confinement));
  }
  const id = ctx.newId("process");
  const purpose = request.about ?? request.purpose;
  let recorded = false;
  const result = await runProcess({
    command: request.command,
    directory: placeOf(request),
    ...(hold.sandbox && { sandbox: hold.sandbox }),
    ...(request.onOutput && { onOutput: request.onOutput }),
    environment: {
      ...request.environment,
      ...hold.environment,
      ...(hold.input && { [INPUT_VARIABLE]: hold.input }),
    },
    ...(hold.input && request.readsInput && { input: hold.input }),
    signal: request.signal,
    timeoutMilliseconds: request.timeoutMilliseconds ?? RUN_COMMAND_TIMEOUT_MILLISECONDS,
    outputLimit: OUTPUT_LIMIT,
    redactor: ctx.redactor,
    onSpawn: async (group) => {
      const data = { ...group, purpose, confinement: hold.confinement };
      await ctx.store.commit(() =>
        record(
          ctx,
          processStream,
          id,
          [{ type: "process.started", data }],
          step.context(request.taskSessionId),
        )
      );
      recorded = true;
      await step.boundary(`process:${purpose}:started`);
    },
  });
  const network = networkUseOf(hold, ctx.redactor);
  if (recorded) {
    const outcome = result.held !== undefined
      ? `exit code ${result.exitCode}. ${result.held.replace(/\.$/, "")}`
      : result.timedOut
      ? "timed out"
      : result.aborted
      ? "was stopped"
      : `exit code ${result.exitCode}`;
    await ctx.store.commit(() => {
      if (!ctx.store.documents.has(processStream, id)) return;
      const context = step.context(request.taskSessionId);
      record(ctx, processStream, id, [{ type: "process.ended", data: { outcome } }], context);
      if (network === null) return;
      const data = { purpose, ...network };
      record(ctx, runStream, step.runId, [{ type: "run.network_used", data }], context);
    });
  }
  if (result.aborted) throw new Halted();
  const refused = hold.sandbox && result.exitCode !== 0 ? refusedBySandbox(result.output, hold.sandbox) : [];
  const held = [...result.held === undefined ? [] : [result.held], ...refused];
  const output = result.output + noteLines(held, network?.refused ?? []);
  return { ...result, output, confinement: hold.confinement };
}

/** Returns the directory in which a command runs. Throws `StepFailed` if it is outside the worktree or does not exist. */
export function placeOf(
  { control, workspace, directory = "" }: Pick<Command, "control" | "workspace" | "directory">,
): string {
  const top = workingDirectory(control, workspace);
  const place = join(top, directory);
  const isWithin = place === top || place.startsWith(`${top}/`);
  if (directory === "") return top;
  try {
    const real = Deno.realPathSync(place);
    if (isWithin && (real === Deno.realPathSync(top) || real.startsWith(`${Deno.realPathSync(top)}/`))) {
      return place;
    }
  } catch {
    // not there
  }
  throw new StepFailed("invalid_input", `"${directory}" is not a directory of the repository.`);
}

const onlyConfined = ({ detail }: Confinement): string =>
  `The worker's program may only run in a sandbox, and here it would run ${detail}`;

/** Throws `StepFailed` for a command of a blocked class, after recording the refusal. */
export async function refuseBlocked(
  step: RunPort,
  command: string,
  taskSessionId?: string,
): Promise<void> {
  const { blockedClass, reason } = decideCommand(command);
  if (!blockedClass) return;
  const data = { blockedClass: blockedClass.id, reason };
  await step.ctx.store.commit(() =>
    record(
      step.ctx,
      runStream,
      step.runId,
      [{ type: "run.policy_blocked", data }],
      step.context(taskSessionId),
    )
  );
  throw new StepFailed("policy_blocked", `${reason} (blocked class: ${blockedClass.id})`);
}

/** Streams a command's output to observers; known secrets are already removed. */
export function showOutput(step: RunPort, taskSessionId?: string): (text: string) => void {
  return (text) => {
    if (text === "" || step.signal.aborted) return;
    const [type, stream] = taskSessionId
      ? ["task_session.output_delta", `task_session/${taskSessionId}`]
      : ["run.output_delta", `run/${step.runId}`];
    step.ctx.feed.show({ type, stream, data: { text }, ...step.context(taskSessionId) });
  };
}

/** How many characters are kept, counted from the end. */
const MAX_CHARACTERS = 1024 * 1024;

/** The output of an attempt's commands. */
export class CommandOutputs {
  #text = "";

  /** Adds a command with its output. */
  command(command: string, { output, exitCode }: { output: string; exitCode: number }): void {
    const printed = output === "" || output.endsWith("\n") ? output : `${output}\n`;
    this.#text = `${this.#text}$ ${command}\n${printed}exit code ${exitCode}\n`.slice(-MAX_CHARACTERS);
  }

  get text(): string {
    return this.#text;
  }
}
