import { approvalStream } from "../../../store/approvals/stream.ts";
import type { ArtifactFiles } from "../../../store/artifacts.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { contextFor, type Core } from "../../ground/kernel/context.ts";
import { working } from "../../ground/kernel/loop_watch.ts";
import { failRun } from "../../control/runs/end.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { nextStep, type RunStep } from "../../control/runs/steps.ts";
import { clearUp } from "./clear_up.ts";
import { redoLost } from "./redo.ts";
import { BaseVerification } from "./base/check.ts";
import { Holds, StepContext } from "../tasks/step_context.ts";
import { Halted, knownFailure } from "../commands/interrupts.ts";
import type { Pool } from "../commands/pool.ts";
import type { KeptSetups } from "../commands/kept_setups.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import { admit } from "./steps/admit.ts";
import { admitCommands } from "./steps/admit_commands.ts";
import { apply } from "./steps/apply.ts";
import { bundle } from "./work/bundle.ts";
import { checkpoint } from "./steps/checkpoint.ts";
import { dispatch } from "./steps/dispatch.ts";
import { fix } from "./work/fix.ts";
import { plan } from "./steps/plan.ts";
import { prepare } from "./steps/prepare.ts";
import { completeRun } from "./steps/report.ts";
import { race } from "./race/race.ts";
import { select } from "./steps/select.ts";
import { verifyResults } from "./work/verify.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";

const DO: Record<RunStep, (step: StepContext) => Promise<void>> = {
  admit,
  prepare,
  plan,
  admit_commands: admitCommands,
  dispatch,
  race,
  verify: verifyResults,
  bundle,
  fix,
  checkpoint,
  select,
  apply,
  report: completeRun,
};

type Sessions = Map<string, { controller: AbortController; ended: PromiseWithResolvers<void> }>;

/** Takes one run from step to step until it ends, waits, is paused or is halted. */
export class Driver {
  readonly #controller = new AbortController();
  readonly #sessions: Sessions = new Map();
  readonly #holds = new Holds();
  readonly #base = new BaseVerification();
  #elsewhere = 0;
  /** Resolves when the driver has stopped; `again` is a fault after which a retry is worthwhile. */
  readonly done: Promise<{ again: unknown } | null>;
  #current: RunStep | null = null;
  readonly #artifacts: ArtifactFiles;

  constructor(
    readonly service: Core & ExecutorLive,
    readonly runId: string,
    readonly pool: Pool,
    readonly setups: KeptSetups,
    readonly boundary: Boundary,
    /** Called when the run needs no slot here for a while. */
    readonly freed: () => void,
  ) {
    this.#artifacts = service.artifacts.forWork();
    this.done = this.#drive();
  }

  /** The current step. */
  get current(): RunStep | null {
    return this.#current;
  }

  /** Whether the run waits for a human while the workers that asked may still be active. */
  get rests(): boolean {
    const run = this.service.store.documents.get(runStream, this.runId);
    return run !== null && this.#holds.includesWaitOf(run);
  }

  /** Whether worker machines do what the run is at. */
  get isElsewhere(): boolean {
    return this.#elsewhere > 0;
  }

  /** Stops the current work without changing the log. Applying is completed, because half a patch is worse. */
  halt(): void {
    if (this.#current === "apply") return;
    this.#controller.abort(new Halted());
    for (const { controller } of this.#sessions.values()) controller.abort(new Halted());
  }

  /** Stops the current work where something else ended the run, such as the run that started it. */
  haltIfEnded(): void {
    const status = this.service.store.documents.get(runStream, this.runId)?.status;
    if (status === "failed" || status === "cancelled") this.halt();
  }

  /** Stops one task session and resolves when no process of it is left. */
  async haltSession(taskSessionId: string): Promise<void> {
    const session = this.#sessions.get(taskSessionId);
    session?.controller.abort(new Halted());
    await session?.ended.promise;
  }

  async #drive(): Promise<{ again: unknown } | null> {
    try {
      for (;;) {
        const name = this.#next();
        if (!name) return null;
        const before = this.service.store.events.lastOfRun(this.runId);
        this.#current = name;
        using _work = working(`a run: ${name}`);
        await this.boundary(`${name}:before`);
        await DO[name](this.#step());
        await this.boundary(`${name}:after`);
        this.#current = null;
        if (this.service.store.events.lastOfRun(this.runId) === before) return null;
      }
    } catch (cause) {
      return this.#controller.signal.aborted || cause instanceof Halted ? null : await this.#fault(cause);
    } finally {
      this.#current = null;
      await this.#base.stop();
      await clearUp(this.service, this.runId, this.#artifacts);
    }
  }

  #next(): RunStep | null {
    const { documents } = this.service.store;
    if (this.#controller.signal.aborted) return null;
    const run = requireRun(this.service, this.runId);
    const sessions = run.tasks ? sessionsOf(this.service, run.id) : [];
    return nextStep(run, sessions, run.approvalId ? documents.get(approvalStream, run.approvalId) : null);
  }

  #step(): StepContext {
    const ctx = contextFor({ ...this.service, artifacts: this.#artifacts }, "coordinator");
    return new StepContext({
      ctx,
      runId: this.runId,
      signal: this.#controller.signal,
      boundary: this.boundary,
      pool: this.pool,
      session: (id) => this.#register(id),
      halt: (id) => this.haltSession(id),
      elsewhere: () => {
        this.#elsewhere++;
        queueMicrotask(this.freed);
        return { [Symbol.dispose]: () => void this.#elsewhere-- };
      },
      holds: this.#holds,
      setups: this.setups,
      base: this.#base,
    });
  }

  #register(taskSessionId: string): { signal: AbortSignal } & Disposable {
    const entry = { controller: new AbortController(), ended: Promise.withResolvers<void>() };
    this.#sessions.set(taskSessionId, entry);
    if (this.#controller.signal.aborted) entry.controller.abort(new Halted());
    return {
      signal: entry.controller.signal,
      [Symbol.dispose]: () => {
        this.#sessions.delete(taskSessionId);
        entry.ended.resolve();
      },
    };
  }

  /**
   * Fails the run with the sentence of an error that a person can fix. After lost git objects, the run resumes from an earlier
   * step; anything else is worth a retry.
   */
  async #fault(cause: unknown): Promise<{ again: unknown } | null> {
    const known = knownFailure(cause);
    try {
      if (!known) return await redoLost(this.service, this.runId) ? null : { again: cause };
      const ctx = contextFor(this.service, "coordinator");
      await this.service.store.commit(() =>
        failRun(ctx, requireRun(ctx, this.runId), known.reason, known.detail)
      );
      return null;
    } catch (failure) {
      return { again: known ? failure : cause };
    }
  }
}
