import { join } from "node:path";
import type { BaseCheck } from "../../../store/runs/base_check.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { Core, Ctx } from "../../kernel/context.ts";
import { isSameAlternate } from "../../autonomy/alternates.ts";
import { InvalidError } from "../../kernel/errors.ts";
import { type Control, locateRepository, namedDirectory, openControl } from "../../repositories/mod.ts";
import { contextOf } from "../../lifecycle/event_context.ts";
import { requireRun } from "../../runs/read_model.ts";
import type { Holds } from "./holds.ts";
import { Halted } from "./interrupts.ts";
import type { Pool } from "./pool.ts";
import type { KeptSetups } from "../setup/kept.ts";
import type { ExecutorLive } from "../live.ts";
import { sessionsOf } from "../../lifecycle/sessions.ts";

/** Awaited at every point where a crash must be survived. It does nothing in production; tests pass another function. */
export type Boundary = (point: string) => void | Promise<void>;

/** What a driver gives to each step of its run. */
export type StepSetting = {
  ctx: Ctx<ExecutorLive>;
  runId: string;
  /** Aborted when the run is halted. */
  signal: AbortSignal;
  boundary: Boundary;
  pool: Pool;
  /** Aborted when that task session alone is halted; registers the session as active until disposed. */
  session: (taskSessionId: string) => { signal: AbortSignal } & Disposable;
  /** The approvals that this driver's task sessions wait for while others continue. */
  holds: Holds;
  /** How long a task waits for a decision before its worker is stopped. */
  parkAfterMilliseconds: number;
  /** What setup commands left at the bases of runs. */
  setups: KeptSetups;
  /** The verifier's check of the base. */
  base: { begin: () => void; result: (patienceMilliseconds: number) => Promise<BaseCheck | null> };
};

/** What a step of a run works with. */
export interface StepContext extends StepSetting {}

/** What a step of a run works with, and its common operations. */
export class StepContext {
  constructor(setting: StepSetting) {
    Object.assign(this, setting);
  }

  /** Returns the current run. Throws `Halted` when it no longer executes. */
  run(): RunDocument {
    const run = requireRun(this.ctx, this.runId);
    const executes = run.status === "running" || this.holds.cover(run);
    if (!executes || this.signal.aborted) throw new Halted();
    return run;
  }

  /** Returns the context that the run's events carry. */
  context(taskSessionId?: string) {
    return { ...contextOf(requireRun(this.ctx, this.runId)), ...(taskSessionId && { taskSessionId }) };
  }

  /** Records decisions, if the run still executes and is in the round in which the step began; durable afterwards. */
  async advance<T>(round: number, work: (run: RunDocument) => T): Promise<T> {
    return await this.ctx.store.commit(() => {
      const run = this.run();
      if (run.round !== round) throw new Halted();
      return work(run);
    });
  }

  /** Returns all task sessions of the run, in plan order. */
  sessions() {
    return sessionsOf(this.ctx, this.runId);
  }

  /** Returns the private repository of the run's target. */
  async control(): Promise<Control> {
    return await controlOf(this.ctx, this.run());
  }

  /** Returns the path of the run's workspaces. */
  workspacePath(name: string): string {
    return join(workspacesOf(this.ctx.config.storageDirectory), this.runId, name);
  }
}

/**
 * Opens the private repository of a run's target. Throws what `locateRepository` and `openControl` throw, and `InvalidError` if the
 * target reads objects that were not admitted when the run began.
 */
export async function controlOf(
  { config }: Core & ExecutorLive,
  { base, repoPath, policy }: RunDocument,
): Promise<Control> {
  const directory = base ? namedDirectory(base) : repoPath;
  const { storageDirectory } = config;
  const repository = await locateRepository(directory, storageDirectory);
  const admitted = policy?.alternates ?? repository.alternates;
  const added = repository.alternates.find((each) => !admitted.some((other) => isSameAlternate(each, other)));
  if (added) {
    throw new InvalidError(
      `${repository.root} reads objects from ${added.real} since the run began. Retry the run, which asks about it first.`,
    );
  }
  return await openControl(repository, storageDirectory);
}

/** Returns the directory of all workspaces; nothing in it outlives the step that created it. */
export const workspacesOf = (storageDirectory: string): string => join(storageDirectory, "workspaces");
