import { join } from "node:path";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";
import type { Control } from "../../machine/repositories/mod.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { controlOf, workspacesOf } from "../commands/control.ts";
import type { ExecutorLive } from "../commands/live.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import type { BasePort, QuestionsPort, RunPort, SetupRequest, WorkspacePort } from "../commands/ports.ts";
import { askForSetup } from "../questions/ask_for_setup.ts";
import type { KeptSetups } from "../commands/kept_setups.ts";
import { Halted } from "../commands/interrupts.ts";
import type { Pool } from "../commands/pool.ts";

/** What a driver gives to each step of its run. */
type StepSetting = {
  ctx: Ctx<ExecutorLive>;
  runId: string;
  signal: AbortSignal;
  boundary: Boundary;
  pool: Pool;
  setups: KeptSetups;
  session: WorkspacePort["session"];
  halt: WorkspacePort["halt"];
  elsewhere: WorkspacePort["elsewhere"];
  /** The approvals that this driver's task sessions wait for while others continue. */
  holds: Holds;
  base: BasePort["base"];
};

/** What a step of a run works with. */
export interface StepContext extends StepSetting {}

/** What a step of a run works with: its run, its workspaces, its questions, and the check of its base. */
export class StepContext implements RunPort, WorkspacePort, QuestionsPort, BasePort {
  declare readonly contender?: number;

  constructor(setting: StepSetting) {
    Object.assign(this, setting);
  }

  run(): RunDocument {
    const run = requireRun(this.ctx, this.runId);
    const executes = run.status === "running" || this.holds.includesWaitOf(run);
    if (!executes || this.signal.aborted) throw new Halted();
    return run;
  }

  context(taskSessionId?: string) {
    return { ...contextOf(requireRun(this.ctx, this.runId)), ...(taskSessionId && { taskSessionId }) };
  }

  async advance<T>(round: number, work: (run: RunDocument) => T): Promise<T> {
    return await this.ctx.store.commit(() => {
      const run = this.run();
      if (run.round !== round) throw new Halted();
      return work(run);
    });
  }

  sessions() {
    return sessionsOf(this.ctx, this.runId);
  }

  async control(): Promise<Control> {
    return await controlOf(this.ctx, this.run());
  }

  workspacePath(name: string): string {
    return join(workspacesOf(this.ctx.config.storageDirectory), this.runId, name);
  }

  hold(approvalId: string): void {
    this.holds.add(approvalId);
  }

  async askForSetup(asked: SetupRequest): Promise<void> {
    await askForSetup(this, asked);
  }
}

/**
 * The approvals that task sessions of one driver requested. While the run waits for one of them the driver does not end: the
 * worker that asked may still be active, and other task sessions continue.
 */
export class Holds {
  readonly #asked = new Set<string>();

  /** Registers an approval that a task session requested. */
  add(approvalId: string): void {
    this.#asked.add(approvalId);
  }

  /** Whether the run waits for an approval that this driver requested. Its other tasks then continue. */
  includesWaitOf(run: RunDocument): boolean {
    return run.status === "waiting" && run.waitingFor?.kind === "approval" &&
      this.#asked.has(run.waitingFor.id);
  }
}
