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
} from "../../repositories/mod.ts";
import { type NodeRecords, resultsOf, sourcesOf } from "../../workflows/graph/mod.ts";
import { RUN_COMMAND_TIMEOUT_MILLISECONDS } from "../commands/commands.ts";
import { StepFailed } from "../flow/interrupts.ts";
import { runConfined } from "./run_confined.ts";
import type { Trial } from "./trial.ts";

/** The files that the nodes of a trial left, as commits that nobody keeps: each begins from those that it depends on. */
export class NodeFiles {
  readonly #commits = new Map<string, string>();
  #made = 0;

  constructor(readonly trial: Trial) {}

  /** The commit that a node begins from. Throws `StepFailed` where what is before it cannot be put together. */
  async startOf(path: string, dependsOn: readonly string[], records: NodeRecords): Promise<string> {
    return await this.#merge(path, sourcesOf(this.trial.definition, path, dependsOn, this.#has(records)));
  }

  /** Says what a node left. */
  leave(path: string, commit: string): void {
    this.#commits.set(path, commit);
  }

  /** Does work in a worktree of its own, and returns what the worktree holds then as a commit. */
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

  /** What all of it would have changed, as a patch. */
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
      `"${path}" cannot put ${sources.slice(0, 10).join(", ")} together: they changed ${
        merged.conflicts.slice(0, 10).join(", ")
      } in ways that exclude each other.`,
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
      `The setup "${command}" ended with exit code ${exitCode} without network: ${output.trim().slice(-500)}`,
    );
  }
}
