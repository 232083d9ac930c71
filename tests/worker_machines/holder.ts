import assert from "node:assert/strict";
import { z } from "zod";
import { sha256 } from "../../store/chain.ts";
import type { TaskStatement } from "../../store/worker_machines/document.ts";
import {
  inboxSchema,
  type Lane,
  type LeasedTask,
  type MachineMessage,
  manifestSchema,
  outcomeText,
  receivedSchema,
  type SentTree,
  sign,
  taskStatementText,
} from "../../services/workforce/worker_machines/wire/mod.ts";
import type { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import type { ForeignObjects } from "./foreign_objects.ts";
import { askForWork, DOOR, type enrolMachine } from "./machine.ts";

/** A service that gives tasks to machines, which hold their leases as long as a test lasts. */
export const OPENED = { workers: 1, workerDoor: DOOR, checkedShare: 0, leaseMilliseconds: 60_000 };

/** A machine that was enrolled. */
export type Machine = Awaited<ReturnType<typeof enrolMachine>>;

const OUTCOME = { ok: true as const, summary: "Created b.txt" };

/** A machine that holds a task, and says what the test wants. */
export class Holder {
  #first = 1;
  readonly lane;

  constructor(
    readonly machine: Machine,
    readonly runId: string,
    readonly manifest: LeasedTask,
    readonly objects: ForeignObjects,
  ) {
    this.lane = `messages-${manifest.leaseId}` as const;
  }

  /** Has a machine take the task of a new run, up to what it is to do; `more` is what it says of itself. */
  static async of(
    h: Harness,
    machine: Machine,
    repository: TestRepository,
    objects: ForeignObjects,
    asked: { request?: string; worker?: { provider: string } } = {},
    more: Record<string, unknown> = {},
  ) {
    await askForWork(machine, 0, more);
    const waiting = askForWork(machine, 20, more);
    const body = { repoPath: repository.root, request: 'create b.txt with "b"', ...asked };
    const { id } = await h.operator("POST /coordinator/runs", { body });
    return await Holder.claiming(machine, id, objects, waiting);
  }

  /** Has a machine take the task for which it waits, up to what it is to do. */
  static async claiming(
    machine: Machine,
    runId: string,
    objects: ForeignObjects,
    waiting: ReturnType<typeof askForWork>,
  ) {
    const { ticket } = await waiting;
    const manifest = await machine.client.call(manifestSchema, {
      method: "POST",
      path: "/worker/claims",
      body: { ...ticket, have: {} },
    });
    assert.ok(manifest.kind === "task");
    const holder = new Holder(machine, runId, manifest, objects);
    assert.deepEqual((await holder.next(0)).map(({ kind }) => kind), ["perform"]);
    return holder;
  }

  /** Returns what the control plane says after so many messages. */
  async next(received: number) {
    const { leaseId } = this.manifest;
    const { messages } = await this.machine.client.call(inboxSchema, {
      method: "POST",
      path: `/worker/leases/${leaseId}/inbox`,
      lane: `inbox-${leaseId}`,
      body: { received, waitSeconds: 20 },
    });
    return messages;
  }

  /** Sends messages; they count only if they are accepted. */
  async say(
    messages: MachineMessage[],
    { first = this.#first, leaseId = this.manifest.leaseId, lane = this.lane as Lane } = {},
  ) {
    const { received } = await this.machine.client.call(receivedSchema, {
      method: "POST",
      path: `/worker/leases/${leaseId}/messages`,
      lane,
      body: { first, messages },
    });
    this.#first = received + 1;
    return received;
  }

  /** Sends a pack with these entries besides the file that the task begins with; returns what to say of it. */
  async send(entries: readonly { mode: string; name: string; id: string }[]): Promise<SentTree> {
    const { objects, manifest: { task: { start } } } = this;
    const tree = objects.tree(entries);
    const commit = objects.commit(tree, start.commit);
    const own = entries.filter(({ mode }) => mode !== "160000").map(({ id }) => id);
    return { commit, tree, pack: await this.put(objects.pack([...new Set([...own, tree, commit])])) };
  }

  async put({ bytes, sha256: hash }: { bytes: Uint8Array<ArrayBuffer>; sha256: string }) {
    await this.machine.client.call(z.object({ kept: z.string() }), {
      method: "PUT",
      path: `/worker/leases/${this.manifest.leaseId}/objects/${hash}`,
      lane: `objects-${this.manifest.leaseId}`,
      bytes,
    });
    return { sha256: hash, parts: [hash] };
  }

  /** The message that ends the first step, signed. */
  async ended(
    files: SentTree,
    changes: Partial<TaskStatement> = {},
    keys = this.machine.identity.keys,
  ): Promise<MachineMessage> {
    const { assignmentId, fence, runId, task: { taskSessionId, start } } = this.manifest;
    const statement: TaskStatement = {
      assignmentId,
      fence,
      runId,
      taskSessionId,
      step: 1,
      from: start.tree,
      tree: files.tree,
      outcomeSha256: sha256(outcomeText(OUTCOME)),
      confinement: { kind: "bubblewrap", network: false, detail: "in a sandbox" },
      ...changes,
    };
    const signature = await sign(keys, taskStatementText(statement));
    return { kind: "ended", outcome: OUTCOME, files, statement, signature };
  }
}
