import { join } from "node:path";
import type { BaseCheck } from "../../../store/runs/base_check.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { Core, Ctx } from "../../kernel/context.ts";
import { type Control, locateRepository, namedDirectory, openControl } from "../../repositories/mod.ts";
import { contextOf } from "../../lifecycle/event_context.ts";
import { requireRun } from "../../runs/read_model.ts";
import type { Holds } from "./holds.ts";
import { Halted } from "./interrupts.ts";
import type { Pool } from "./pool.ts";
import type { KeptSetups } from "../setup/kept.ts";
import type { ExecutorLive } from "../live.ts";
import { sessionsOf } from "../../lifecycle/sessions.ts";

/** Awaited at every point where a crash has to be survived. The product's does nothing; only tests pass another. */
export type Boundary = (point: string) => void | Promise<void>;

/** What a driver gives each step of its run. */
export type StepSetting = {
  ctx: Ctx<ExecutorLive>;
  runId: string;
  /** Aborted when the run is halted. */
  signal: AbortSignal;
  boundary: Boundary;
  pool: Pool;
  /** Aborted when that task session alone is halted; registers it as going on until disposed. */
  session: (taskSessionId: string) => { signal: AbortSignal } & Disposable;
  /** What this driver's task sessions wait for, while the others go on. */
  holds: Holds;
  /** How long a task waits for a decision before what works on it is stopped. */
  parkAfterMilliseconds: number;
  /** What setup commands have left at the bases of runs. */
  setups: KeptSetups;
  /** The verifier on the base, beside the work. */
  base: { begin: () => void; result: (patienceMilliseconds: number) => Promise<BaseCheck | null> };
};

/** What a step of a run works with. */
export interface StepContext extends StepSetting {}

/** What a step of a run works with, and what it does again and again. */
export class StepContext {
  constructor(setting: StepSetting) {
    Object.assign(this, setting);
  }

  /** The run as it stands. Throws `Halted` when it does not execute any more. */
  run(): RunDocument {
    const run = requireRun(this.ctx, this.runId);
    const executes = run.status === "running" || this.holds.cover(run);
    if (!executes || this.signal.aborted) throw new Halted();
    return run;
  }

  /** What the events of this run carry. */
  context(taskSessionId?: string) {
    return { ...contextOf(requireRun(this.ctx, this.runId)), ...(taskSessionId && { taskSessionId }) };
  }

  /** Records what was decided, if the run still executes and is in the round that the step began in; durable after. */
  async advance<T>(round: number, work: (run: RunDocument) => T): Promise<T> {
    return await this.ctx.store.commit(() => {
      const run = this.run();
      if (run.round !== round) throw new Halted();
      return work(run);
    });
  }

  /** All task sessions of the run, in the order of its plan. */
  sessions() {
    return sessionsOf(this.ctx, this.runId);
  }

  /** The private repository that stands for the run's target. */
  async control(): Promise<Control> {
    return await controlOf(this.ctx, this.run());
  }

  /** Where the run's workspaces lie. */
  workspacePath(name: string): string {
    return join(workspacesOf(this.ctx.config.storageDirectory), this.runId, name);
  }
}

/** Opens the private repository that stands for a run's target. Throws what `locateRepository` and `openControl` throw. */
export async function controlOf(
  { config }: Core & ExecutorLive,
  { base, repoPath }: RunDocument,
): Promise<Control> {
  const directory = base ? namedDirectory(base) : repoPath;
  const { storageDirectory } = config;
  return await openControl(await locateRepository(directory, storageDirectory), storageDirectory);
}

/** The directory of all workspaces; nothing in it outlives the step that made it. */
export const workspacesOf = (storageDirectory: string): string => join(storageDirectory, "workspaces");
