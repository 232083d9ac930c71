import { join, relative } from "node:path";
import { sha256 } from "../../../store/chain.ts";
import {
  type ChangedPath,
  changedPaths,
  contentAt,
  patchOf,
  treeWith,
} from "../../machine/repositories/mod.ts";
import type { AgentHost } from "../workers/agent_host.ts";
import type { WorkerTask } from "../workers/worker.ts";
import { Allowances } from "./allowances.ts";
import { protectedIn } from "../../ground/policy/git_repositories.ts";
import { isProtected } from "./protected_paths.ts";
import { type EnforcedProfile, mayUse } from "../workers/rights.ts";
import { oneLine } from "./protocol/raw.ts";
import { type AgentToolCall, commandOf } from "./tool_call.ts";
import { toolOfChange } from "./tools.ts";

type Guarded = {
  host: Pick<AgentHost, "asksEverything" | "capture" | "control" | "note" | "restore" | "seen" | "workspace">;
  ask: WorkerTask["ask"];

  profile: EnforcedProfile;
  /** Whether the agent is in a sandbox. */
  confined: boolean;
};

/**
 * Compares what changed in a worktree with what was allowed. Git reports the changes: the agent's own reports and requests
 * are not a boundary.
 */
export class WorktreeGuard {
  readonly #allowances = new Allowances();
  /** Approved commands that are still running, with the tree before each, and whether only a pattern covers them. */
  readonly #working = new Map<string, { before: string; byPattern: boolean }>();
  #last: Promise<unknown> = Promise.resolve();

  private constructor(readonly task: Guarded, readonly agent: string, private verified: string) {}

  static async begin(task: Guarded, agent: string): Promise<WorktreeGuard> {
    return new WorktreeGuard(task, agent, await task.host.seen());
  }

  /** Records what a human has just approved, on the state that was compared last: what the agent changed since is not part of it. */
  async allow(call: AgentToolCall, paths: readonly string[], byPattern: boolean): Promise<void> {
    if (paths.length === 0) {
      const isCommand = commandOf(call) !== undefined || call.kind === "execute";
      if (isCommand) this.#working.set(call.id, { before: this.verified, byPattern });
      return;
    }
    for (const path of paths.map((each) => join(this.#prefix, each))) {
      const diffs = call.diffs.filter((diff) => this.#relative(diff.path) === path);
      this.#allowances.allowEdit(path, diffs, await this.#textAt(path));
    }
  }

  /** Handles the end of a tool call; what an approved command changed is allowed with it. */
  ended(callId: string): void {
    this.#inTurn(() => this.#close(callId)).catch(() => {}); // the next check reports what cannot be captured
  }

  /** Asks a human about changes made without asking, and reverts those they refuse. `last`: nothing is running any more. */
  check(last = false): Promise<void> {
    return this.#inTurn(async () => {
      if (last) { for (const id of [...this.#working.keys()]) await this.#close(id); }
      if (this.#working.size > 0) return;
      await this.#verify();
    });
  }

  async #verify(): Promise<void> {
    const { host } = this.task;
    const now = await host.capture();
    const changes = await changedPaths(host.control, this.verified, now);
    const forbidden = changes.filter(({ path }) => this.#isProtected(path));
    const unasked: ChangedPath[] = [];
    const unallowed: ChangedPath[] = [];
    for (const change of changes) {
      if (forbidden.includes(change) || await this.#isAllowed(change)) continue;
      (mayUse(this.task.profile, toolOfChange(change)) ? unasked : unallowed).push(change);
    }
    if (forbidden.length > 0) await this.#undo(forbidden, "protected_path", "it may not change");
    if (unallowed.length > 0) await this.#undo(unallowed, "not_allowed", "its profile does not allow");
    for (const group of this.#groupsOf(unasked)) await this.#decide(now, group);
    this.verified = forbidden.length + unallowed.length + unasked.length > 0 ? await host.capture() : now;
  }

  /** Separates changes that need a question from those inside the border; without a border, all of them need one. */
  #groupsOf(unasked: readonly ChangedPath[]): ChangedPath[][] {
    const isAsked = ({ path }: ChangedPath) => this.task.host.asksEverything() || this.#needsQuestion(path);
    return [unasked.filter(isAsked), unasked.filter((each) => !isAsked(each))].filter((group) =>
      group.length > 0
    );
  }

  async #decide(now: string, unasked: ChangedPath[]): Promise<void> {
    const { host } = this.task;
    const paths = unasked.map(({ path }) => path);
    const detail = `${this.agent} changed, without asking: ${oneLine(paths.join(", "), 300)}`;
    if (host.asksEverything()) host.note({ kind: "incident", incident: "unasked_change", detail });
    const patch = await patchOf(host.control, this.verified, now, paths);
    const states = unasked.map(({ path, newMode, newObject }) => [path, newMode, newObject]);
    // A protected path is reverted meanwhile: an attempt that ends before the answer leaves nothing of it.
    const held = !host.asksEverything() && paths.every((path) => this.#needsQuestion(path));
    if (held) await host.restore(this.verified, paths);
    const answer = await this.task.ask({
      key: sha256(JSON.stringify(["acp", "unasked", states])),
      kind: "edit",
      paths,
      confined: this.task.confined,
      title: oneLine(`Keep what ${this.agent} changed without asking: ${paths.join(", ")}`, 200),
      detail: `${detail}\n\nIf you reject, these files are restored.\n\n${patch}`,
      warnings: ["The files in the worktree have already been changed, without approval."],
    });
    if (answer.decision === "approved") {
      if (held) await host.restore(now, paths);
      this.#allowances.allowStates(unasked);
    } else await this.#undo(unasked, "unasked_change", "a human did not allow");
  }

  async #undo(
    changes: readonly ChangedPath[],
    incident: "protected_path" | "unasked_change" | "not_allowed",
    why: string,
  ): Promise<void> {
    const { host } = this.task;
    const paths = changes.map(({ path }) => path);
    const texts = paths.flatMap((path) => {
      const text = this.#isProtected(path) ? undefined : this.#allowances.textOf(path);
      return text === undefined ? [] : [[path, text] as const];
    });
    const tree = await treeWith(host.control, this.verified, new Map(texts));
    await host.restore(tree, paths);
    const detail = `Restored what ${this.agent} changed and ${why}: ${oneLine(paths.join(", "), 300)}`;
    host.note({ kind: "incident", incident, detail });
  }

  async #isAllowed(change: ChangedPath): Promise<boolean> {
    const isFile = change.newMode.startsWith("100");
    const text = isFile ? await contentAt(this.task.host.control, change.newObject) : null;
    return this.#allowances.covers(change, text);
  }

  async #close(callId: string): Promise<void> {
    const command = this.#working.get(callId);
    if (command === undefined) return;
    const { host } = this.task;
    const changes = await changedPaths(host.control, command.before, await host.capture());
    // Patterns never cover protected paths: those need a question like any change without a permission.
    const covered = changes.filter(({ path }) => !command.byPattern || !this.#needsQuestion(path));
    this.#allowances.allowStates(covered);
    this.#working.delete(callId);
  }

  /** Read from git: the agent is running meanwhile, and may put a link there that leads to a file which it cannot see. */
  async #textAt(path: string): Promise<string | null> {
    return await contentAt(this.task.host.control, `${this.verified}:${path}`).catch(() => null);
  }

  #relative(path: string): string {
    const { directory } = this.task.host.workspace;
    return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : join(this.#prefix, path);
  }

  /** Paths of changes are relative to the root of the worktree, an agent's own paths to the run's directory. */
  get #prefix(): string {
    return this.task.host.control.repository.prefix;
  }

  /** Whether a human decides about a change of the path, whatever is done without asking. */
  #needsQuestion(path: string): boolean {
    const { control, workspace } = this.task.host;
    return protectedIn([workspace.directory, control.repository.root], path) !== null;
  }

  #isProtected(path: string): boolean {
    return isProtected(path) || isProtected(relative(`/${this.#prefix}`, `/${path}`));
  }

  /** Runs checks one after the other: a check waits for humans, and two at once would ask the same question twice. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}
