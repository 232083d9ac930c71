import { recordOf } from "../../store/shared/records.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness, type HarnessOptions } from "../harness.ts";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";

const REVIEWED = {
  actorType: "human",
  reviewedEvidence: true,
  reviewedHashes: true,
  reviewedPolicyClass: true,
} as const;

/** A service that executes, a repository, and saved workflows that are run in it. */
export class RunWorld implements AsyncDisposable {
  private constructor(readonly h: Harness, readonly repository: TestRepository) {}

  static async open(files: Record<string, string> = { "a.txt": "one\n" }, options: HarnessOptions = {}) {
    return new RunWorld(await harness({ workers: 2, ...options }), TestRepository.make(files));
  }

  /** Saves a workflow and queues a run of it; gives the run's id. */
  async start(source: string, inputs: Record<string, unknown> = {}, more: object = {}): Promise<string> {
    const { id } = await this.h.operator("POST /saved-workflows", { body: { source } });
    const body = { inputs, repoPath: this.repository.root, ...more };
    const { runId } = await this.h.operator("POST /saved-workflows/:id/run", { params: { id }, body });
    return runId!;
  }

  /** The run once it waits for somebody, or has ended. */
  settled(runId: string): Promise<RunDetails> {
    return this.h.settled(runId);
  }

  /** Decides whatever the run waits for, and gives the run once it waits again, or has ended. */
  async decide(
    runId: string,
    decision: "approve" | "reject" = "approve",
    more: object = {},
  ): Promise<RunDetails> {
    const run = await this.settled(runId);
    const id = run.waitingFor!.id;
    await this.h.operator(`POST /approvals/:id/${decision}`, {
      params: { id },
      body: { ...REVIEWED, ...more },
    });
    return await this.h.until(
      runId,
      (now) => now.status !== "queued" && now.status !== "running" && now.waitingFor?.id !== id,
    );
  }

  /** Runs a workflow to its end, and approves whatever it asks. */
  async toEnd(source: string, inputs: Record<string, unknown> = {}, more: object = {}): Promise<RunDetails> {
    const runId = await this.start(source, inputs, more);
    let run = await this.settled(runId);
    while (run.status === "waiting" && run.waitingFor?.kind === "approval") run = await this.decide(runId);
    return run;
  }

  /** The nodes of a run as `path status attempt`. */
  async nodes(runId: string): Promise<string[]> {
    const sessions = await this.h.operator("GET /runs/:id/task-sessions", { params: { id: runId } });
    return sessions.map(({ taskId, status, attempt }) => `${taskId} ${status} ${attempt}`);
  }

  /** The ids of the runs that nodes of a run have started. */
  startedBy(runId: string): string[] {
    return this.h.store.events.after(0, 10_000).flatMap(({ type, stream, data }) =>
      type === "run.created" && recordOf(data).parentRunId === runId ? [stream.slice("run/".length)] : []
    );
  }

  async [Symbol.asyncDispose]() {
    await this.h[Symbol.asyncDispose]();
    this.repository[Symbol.dispose]();
  }
}
