import type { SessionProfile } from "../../../../store/task_sessions/document.ts";
import { workingDirectory, type Workspace } from "../../../machine/repositories/mod.ts";
import { performRecipe } from "../../../workforce/recipes/perform.ts";
import { COMMAND_TOOL } from "../../../workforce/worker_kinds/kinds.ts";
import { mayUse, notAllowed } from "../../../workforce/workers/rights.ts";
import type { RunCommand, WorkerOutcome, WorkerReport } from "../../../workforce/workers/worker.ts";
import {
  type LocatedNode,
  placeAt,
  type PossibleExecution,
  type StubbedResult,
} from "../../../control/workflows/graph/mod.ts";
import { knownFailure, StepFailed } from "../../commands/interrupts.ts";
import { runConfined } from "../../commands/run_confined.ts";
import { type CommandOutput, performCommand } from "../do_command.ts";
import { nodeProfile, timeoutMilliseconds } from "../node_profile.ts";
import type { NodeFiles } from "./node_files.ts";
import type { Trial } from "./trial.ts";

/** How many characters of a node's output are shown. */
const MAX_PRINTED = 4_000;

/**
 * Does what a trial of a workflow asks for: commands, recipes, and merges of files. Returns undefined for a prompt that is not
 * a recipe, since a trial asks no model.
 */
export async function performAsked(
  trial: Trial,
  files: NodeFiles,
  isRecipe: (text: string) => boolean,
  { decision, records }: PossibleExecution,
): Promise<StubbedResult> {
  const { path, node, dependsOn } = decision;
  try {
    if (decision.do === "complete") {
      const sources = [...new Set([...dependsOn, ...decision.merges])];
      files.leave(path, await files.startOf(path, sources, records));
      return undefined;
    }
    if (node.kind === "prompt" && !isRecipe(String(decision.content.content))) return undefined;
    const doing = new Doing(trial, placeAt(trial.definition, path)!, decision.content);
    const start = await files.startOf(path, dependsOn, records);
    const commit = await files.change(start, (workspace) => doing.perform(workspace));
    files.leave(path, node.kind === "prompt" && node.with.readOnly ? start : commit);
    return doing.result();
  } catch (cause) {
    const failure = knownFailure(cause);
    if (!failure) throw cause;
    return { cause: failure.reason === "timeout" ? "timeout" : "other", detail: failure.detail };
  }
}

/** Executes one prompt or command. */
class Doing {
  #printed = "";
  #gave: CommandOutput | null = null;
  #outcome: WorkerOutcome | null = null;
  readonly #profile: SessionProfile;

  constructor(
    readonly trial: Trial,
    readonly place: LocatedNode,
    readonly content: Readonly<Record<string, unknown>>,
  ) {
    this.#profile = nodeProfile(trial.ctx, place).profile!;
  }

  async perform(workspace: Workspace): Promise<void> {
    const { place: { node }, content } = this;
    const runCommand = this.#runIn(workspace);
    const report = (event: WorkerReport) => this.#hear(event);
    this.#outcome = node.kind === "command"
      ? await performCommand(node, content, (gave) => this.#gave = gave, { report, runCommand })
      : await this.#performRecipe(workspace, runCommand, report);
  }

  result(): StubbedResult {
    const outcome = this.#outcome!;
    const printed = this.#printed.slice(-MAX_PRINTED);
    if (this.#gave && (outcome.ok || this.#gave.exitCode !== 0)) return { output: this.#gave, printed };
    if (outcome.ok) return { output: { text: outcome.summary }, printed: outcome.summary };
    return { cause: outcome.reason === "timeout" ? "timeout" : "other", detail: outcome.detail };
  }

  async #performRecipe(
    workspace: Workspace,
    runCommand: RunCommand,
    report: (told: WorkerReport) => void,
  ): Promise<WorkerOutcome> {
    const { control, signal } = this.trial;
    return await performRecipe({
      directory: workingDirectory(control, workspace),
      instructions: String(this.content.content),
      profile: this.#profile,
      host: { control, workspace },
      mayRun: () => Promise.resolve(true),
      signal,
      report,
      runCommand,
      ask: () => Promise.reject(new StepFailed("policy_blocked", "A sandbox run cannot ask for approval.")),
      useConnector: () =>
        Promise.resolve({
          done: false,
          reason: "policy_blocked",
          detail: "A sandbox run cannot use connectors. Give the node a stub.",
        }),
    });
  }

  #runIn(workspace: Workspace): RunCommand {
    return async (command, { directory, environment } = {}) => {
      if (!mayUse(this.#profile, COMMAND_TOOL)) {
        throw new StepFailed("policy_blocked", notAllowed(this.#profile, COMMAND_TOOL));
      }
      return await runConfined(this.trial, {
        command,
        workspace,
        purpose: "worker",
        directory,
        environment,
        timeoutMilliseconds: timeoutMilliseconds(this.place.definition, this.place.node),
      });
    };
  }

  #hear(told: WorkerReport): void {
    if ((told.kind === "tool_completed" || told.kind === "tool_failed") && told.output) {
      this.#printed += told.output;
    }
  }
}
