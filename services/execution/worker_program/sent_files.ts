import { sha256 } from "../../../store/chain.ts";
import { commitTree, removeTree, writePack } from "../../machine/repositories/mod.ts";
import { MAX_PART_BYTES, type SentTree } from "../../workforce/worker_machines/wire/mod.ts";
import { type TaskWorktree, workTree } from "../commands/task_commits.ts";
import { Pool } from "../commands/pool.ts";

/** A task's files as the control plane has them. A human who decides about a question looks at those. */
export class SentFiles {
  readonly #turn = new Pool(1);
  #last: { commit: string; tree: string };

  constructor(
    readonly task: TaskWorktree,
    readonly start: { commit: string; tree: string },
    /** Sends a part of a pack. */
    readonly put: (hash: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  ) {
    this.#last = start;
  }

  /** Sends what the task has changed since the last time; what the setup command did stays here. Returns what to say about it. */
  async send(): Promise<SentTree> {
    const release = await this.#turn.acquire(this.task.step.signal);
    try {
      const tree = await workTree(this.task);
      if (tree === this.#last.tree) return { ...this.#last, pack: null };
      const { control, id, step } = this.task;
      const { commit: parent } = this.start;
      const date = step.run().createdAt;
      const commit = await commitTree(control, { tree, parents: [parent], message: `${id}\n`, date });
      const path = `${this.task.workspace.directory}.pack`;
      try {
        const pack = await writePack(control, { commits: [commit], have: [parent, this.#last.commit] }, path);
        const parts = await this.#sendParts(path);
        this.#last = { commit, tree };
        return { commit, tree, pack: { sha256: pack.sha256, parts } };
      } finally {
        await removeTree(path);
      }
    } finally {
      release();
    }
  }

  async #sendParts(path: string): Promise<string[]> {
    using file = await Deno.open(path);
    const parts: string[] = [];
    const buffer = new Uint8Array(MAX_PART_BYTES);
    for (;;) {
      const read = await file.read(buffer);
      if (read === null) return parts;
      const bytes = buffer.slice(0, read);
      const hash = sha256(bytes);
      await this.put(hash, bytes);
      parts.push(hash);
    }
  }
}
