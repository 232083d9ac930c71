import { sha256 } from "../../../store/chain.ts";
import { createWorkspace } from "../../machine/repositories/mod.ts";
import { builtinWorker } from "../../workforce/recipes/worker.ts";
import { resolveWorker } from "../../workforce/worker_kinds/resolve.ts";
import { useTool } from "../../workforce/worker_tools/use_tool.ts";
import {
  type MachineMessage,
  outcomeText,
  sign,
  taskStatementText,
} from "../../workforce/worker_machines/wire/mod.ts";
import type { Worker, WorkerOutcome, WorkerTask } from "../../workforce/workers/worker.ts";
import { confinementOf } from "../commands/confine.ts";
import { StepFailed } from "../commands/interrupts.ts";
import { clearWorkspace, workspacePaths } from "../commands/paths.ts";
import { Pool } from "../commands/pool.ts";
import { prepareWorkspace } from "../commands/prepare_workspace.ts";
import type { StepContext } from "../tasks/step_context.ts";
import { Channel, type WantedStep } from "./channel.ts";
import { RefusedError } from "./client.ts";
import { type HeldTask, untilAnswered } from "./held.ts";
import { SentFiles } from "./sent_files.ts";
import { inShadowRun, type WorkPlace } from "./shadow_run.ts";
import { type HostedTask, workerTask } from "./worker_task.ts";

type Unprepared = Extract<MachineMessage, { kind: "unprepared" }>;

/**
 * Does a task as the control plane does its own, and what it says next, until the lease is over. What a worker asks is asked
 * there, and meanwhile the slot is free. Throws what `inShadowRun` throws, and `RefusedError` when the lease is over.
 */
export async function doTask(held: HeldTask, place: WorkPlace): Promise<void> {
  await inShadowRun(held.service, held.manifest, place, async (step) => {
    const channel = new Channel(held);
    const paths = workspacePaths(step.workspacePath("task"));
    await clearWorkspace(paths);
    try {
      const doing = await prepare(held, step, channel, paths.directory).catch((cause) => {
        const message = unprepared(cause);
        if (!message) throw cause;
        channel.say(message);
        return null;
      });
      await untilOver(channel, doing);
    } finally {
      await clearWorkspace(paths);
    }
  });
}

/** Does what the control plane wants, until the lease is over. Throws `RefusedError` if nothing was delivered by then. */
async function untilOver(channel: Channel, doing: TaskDoing | null): Promise<void> {
  try {
    for await (const next of channel.steps()) await doing?.take(next);
  } catch (cause) {
    const isDone = cause instanceof RefusedError && cause.status === 400 && doing?.isDone;
    if (!isDone) throw cause;
  }
}

/** Makes the workspace of the task, with what the setup command leaves in it. */
async function prepare(
  held: HeldTask,
  step: StepContext,
  channel: Channel,
  directory: string,
): Promise<TaskDoing> {
  const { manifest: { task }, signal } = held;
  const control = await step.control();
  await Deno.mkdir(step.workspacePath("."), { recursive: true, mode: 0o700 });
  const fresh = await createWorkspace(control, task.start.commit, directory, signal);
  const prepared = await prepareWorkspace(step, { control, workspace: fresh, signal });
  if (prepared === "waits") throw new TypeError("a setup waits for nobody here");
  const id = task.taskSessionId;
  const hosted = {
    ...prepared,
    step,
    id,
    control,
    signal,
    captures: new Pool(1),
    programs: new Set<number>(),
    refused: new Set<string>(),
  };
  return new TaskDoing(held, channel, hosted);
}

const UNPREPARED = ["command_failed", "invalid_input", "policy_blocked", "timeout"] as const;

function unprepared(cause: unknown): Unprepared | null {
  if (!(cause instanceof StepFailed)) return null;
  const reason = UNPREPARED.find((each) => each === cause.reason);
  return reason ? { kind: "unprepared", reason, detail: cause.message } : null;
}

/** A task in its workspace. */
class TaskDoing {
  readonly #files: SentFiles;
  readonly #task: WorkerTask;
  /** Whether what it was told to do is done. */
  isDone = false;

  constructor(readonly held: HeldTask, readonly channel: Channel, readonly hosted: HostedTask) {
    const { client, manifest: { leaseId, task } } = held;
    this.#files = new SentFiles(hosted, task.start, async (hash, bytes) => {
      const path = `/worker/leases/${leaseId}/objects/${hash}`;
      const lane = `objects-${leaseId}` as const;
      await untilAnswered(held, () => client.fetch({ method: "PUT", path, bytes, lane }));
    });
    this.#task = workerTask(held, channel, hosted, this.#files);
  }

  /** Does one thing that the control plane wants. */
  async take(next: WantedStep): Promise<void> {
    this.isDone = false;
    switch (next.kind) {
      case "perform": {
        const { instructions, guidanceIds } = next;
        const worker = this.#worker();
        const outcome = await worker.perform({ ...this.#task, instructions, guidanceIds });
        return await this.#end(next.step, outcome);
      }
      case "use_tool":
        return this.channel.say({ kind: "tool_used", step: next.step, ...await useTool(this.#task, next) });
      case "finish":
        return await this.#end(next.step, { ok: true, summary: next.summary });
    }
  }

  #worker(): Pick<Worker, "perform"> {
    const { service, manifest: { task: { worker: { provider, model }, models } } } = this.held;
    if (provider === builtinWorker.provider) return builtinWorker;
    // A model of the control plane is not known here.
    const found = resolveWorker(service, { provider, ...(!models && { model }) });
    if ("unknown" in found) throw new Error(found.unknown);
    return found.worker;
  }

  async #end(step: number, outcome: WorkerOutcome): Promise<void> {
    const { manifest: { assignmentId, fence, runId, task: { taskSessionId, start } }, client } = this.held;
    const files = await this.#files.send();
    const { control } = this.hosted;
    const statement = {
      assignmentId,
      fence,
      runId,
      taskSessionId,
      step,
      from: start.tree,
      tree: files.tree,
      outcomeSha256: sha256(outcomeText(outcome)),
      confinement: await confinementOf(this.hosted.step, control.repository.root, "worker"),
    };
    const signature = await sign(client.identity.keys, taskStatementText(statement));
    this.channel.say({ kind: "ended", outcome, files, statement, signature });
    this.isDone = true;
  }
}
