import {
  captureTree,
  commitTree,
  createWorkspace,
  mergeResults,
  patchBetween,
  rebaseTree,
  removeWorkspace,
  treeOf,
  type Workspace,
} from "../../../machine/repositories/mod.ts";
import { fileSourcesOf, type NodeRecords, resultsOf } from "../../../control/workflows/graph/mod.ts";
import { RUN_COMMAND_TIMEOUT_MILLISECONDS } from "../../commands/run_command.ts";
import { StepFailed } from "../../commands/interrupts.ts";
import { runConfined } from "../../commands/run_confined.ts";
import type { Trial } from "./trial.ts";

/** The files that a trial's nodes left, as temporary commits: each begins from those of its dependencies. */
export class NodeFiles {
  readonly #commits = new Map<string, string>();
  #made = 0;

  constructor(readonly trial: Trial) {}

  /** Returns the commit that a node begins from. Throws `StepFailed` where its dependencies conflict. */
  async startOf(path: string, dependsOn: readonly string[], records: NodeRecords): Promise<string> {
    return await this.#merge(path, fileSourcesOf(this.trial.definition, path, dependsOn, this.#has(records)));
  }

  /** Sets the commit that a node left. */
  leave(path: string, commit: string): void {
    this.#commits.set(path, commit);
  }

  /** Does work in a separate worktree and returns the result as a commit. */
  async change(start: string, work: (workspace: Workspace) => Promise<void>): Promise<string> {
    const { control, directory, signal, definition } = this.trial;
    const workspace = await createWorkspace(control, start, `${directory}/${++this.#made}`, signal);
    try {
      const { setup } = definition;
      if (setup) await this.#prepare(workspace, setup.command);
      const baseline = setup ? await captureTree(control, workspace, signal) : null;
      await work(workspace);
      const captured = await captureTree(control, workspace, signal);
      const onto = await treeOf(control, start);
      const tree = baseline === null
        ? captured
        : await rebaseTree(control, { from: baseline, to: captured, onto });
      return tree === onto
        ? start
        : await commitTree(control, { tree, parents: [start], message: "Trial\n" });
    } finally {
      await removeWorkspace(workspace);
    }
  }

  /** Returns everything that would have changed, as a patch. */
  async patch(records: NodeRecords): Promise<Uint8Array> {
    const { control, base, definition } = this.trial;
    const commit = await this.#merge("outputs", resultsOf(definition, this.#has(records)));
    return await patchBetween(control, base.tree, await treeOf(control, commit));
  }

  #has(records: NodeRecords) {
    return (path: string) => this.#commits.has(path) && records.get(path)?.status === "completed";
  }

  async #merge(path: string, sources: readonly string[]): Promise<string> {
    const { control, base } = this.trial;
    const commits = sources.map((source) => this.#commits.get(source)!);
    const merged = await mergeResults(control, base.commit, commits);
    if ("commit" in merged) return merged.commit;
    throw new StepFailed(
      "apply_conflict",
      `"${path}" cannot combine ${sources.slice(0, 10).join(", ")}: they made conflicting changes to ${
        merged.conflicts.slice(0, 10).join(", ")
      }.`,
    );
  }

  async #prepare(workspace: Workspace, command: string): Promise<void> {
    const { exitCode, output } = await runConfined(this.trial, {
      command,
      workspace,
      purpose: "setup",
      timeoutMilliseconds: RUN_COMMAND_TIMEOUT_MILLISECONDS,
    });
    if (exitCode === 0) return;
    throw new StepFailed(
      "invalid_input",
      `The setup "${command}" ended with exit code ${exitCode} without network access: ${
        output.trim().slice(-500)
      }`,
    );
  }
}
