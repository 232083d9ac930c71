import { join } from "node:path";
import { sha256 } from "../../../store/chain.ts";
import { protectedIn } from "../../ground/policy/git_repositories.ts";
import {
  type ChangedPath,
  changedPaths,
  patchOf,
  restorePaths,
  treeOf,
} from "../../machine/repositories/mod.ts";
import type { PermissionRequest } from "../../workforce/workers/worker.ts";
import { captureNow, withoutUnseen } from "../commands/task_commits.ts";
import { ask } from "./ask.ts";
import { asksEverything, dialsOf, isSteeredByAgent } from "./border.ts";
import type { Asker } from "./asker.ts";

/**
 * Reverts what a worker changed at protected paths, in whatever way, until a human has reviewed it; git finds the changes.
 * Coding agents work in parallel with their tools and have a separate guard. On another machine that guard is not ours.
 */
export class ProtectedChanges {
  /** Paths that the instructions name: a human's own recipe asked for them. What a worker reports is only its word. */
  readonly #named: ReadonlySet<string>;
  /** States that a human admitted, or that an admitted command left. */
  readonly #known = new Set<string>();
  /** Protected paths changed by a command that only a pattern covers: patterns never cover protected paths. */
  readonly #byPattern = new Set<string>();

  constructor(readonly task: Asker, instructions: string) {
    const { worker, control: { repository: { prefix } } } = task;
    this.#named = new Set((worker.names?.(instructions) ?? []).map((path) => join(prefix, path)));
  }

  /** Runs an admitted command. What it changes is admitted too, except protected paths where only a pattern covers it. */
  async during<T>(work: () => Promise<T>, byPattern: boolean): Promise<T> {
    if (!this.#guardsAll && !byPattern) return await work();
    const before = await captureNow(this.task);
    const result = await work();
    const changes = await changedPaths(this.task.control, before, await captureNow(this.task));
    for (const change of changes) {
      if (byPattern && this.#isProtected(change)) this.#byPattern.add(change.path);
      else this.#known.add(stateOf(change));
    }
    return result;
  }

  /**
   * Asks a human to decide about changes to protected paths. The changes are reverted during the decision, so an attempt that
   * ends in the meantime leaves none of them.
   */
  async check(): Promise<void> {
    const { task } = this;
    const { control, workspace, baseline } = task;
    if (!this.#guardsAll && this.#byPattern.size === 0) return;
    const from = await withoutUnseen(task, baseline ?? await treeOf(control, workspace.commit));
    const now = await captureNow(task);
    const changes = (await changedPaths(control, from, now)).filter((change) =>
      this.#isProtected(change) && !this.#isNamed(change) &&
      !this.#known.has(stateOf(change)) && (this.#guardsAll || this.#byPattern.has(change.path))
    );
    if (changes.length === 0) return;
    const paths = changes.map(({ path }) => path);
    await restorePaths(control, workspace, from, paths);
    const answer = await ask(task, questionOf(changes, await patchOf(control, from, now, paths)));
    if (answer.decision === "rejected") return;
    await restorePaths(control, workspace, now, paths);
    for (const change of changes) this.#known.add(stateOf(change));
  }

  /** Returns whether `check` will ask about all that a request names, with what was really changed. */
  asksLater({ kind, paths = [] }: PermissionRequest): boolean {
    const { step } = this.task;
    if (kind !== "edit" || paths.length === 0 || step.run().trial || dialsOf(step).includes("closed")) {
      return false;
    }
    return paths.every((path) => this.#isProtected({ path }));
  }

  /** Where everything is asked about, only coding agents ask about protected paths. */
  get #guardsAll(): boolean {
    return this.task.worker.guardsItself === true || !asksEverything(this.task.step);
  }

  #isNamed({ path }: ChangedPath): boolean {
    return this.#named.has(path) && !isSteeredByAgent(this.task);
  }

  #isProtected({ path }: Pick<ChangedPath, "path">): boolean {
    const { control, workspace } = this.task;
    return protectedIn([workspace.directory, control.repository.root], path) !== null;
  }
}

function questionOf(changes: readonly ChangedPath[], patch: string): PermissionRequest {
  const paths = changes.map(({ path }) => path);
  return {
    key: sha256(JSON.stringify(["protected", changes.map(stateOf)])),
    kind: "edit",
    paths,
    title: `Let the worker change ${paths.join(", ")}`.slice(0, 200),
    detail: `The worker changed protected paths. If you reject, they are restored.\n\n${patch}`,
  };
}

const stateOf = ({ path, newMode, newObject }: ChangedPath): string => `${newMode} ${newObject} ${path}`;
