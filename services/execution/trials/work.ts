import type { TrialDocument } from "../../../store/trials/document.ts";
import { trialStream } from "../../../store/trials/stream.ts";
import { contextFor, record } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { counted } from "../../ground/kernel/words.ts";
import { removeSetupsOfTrial } from "../commands/setup_at_base.ts";
import { beginAttempt, endAttempt, type Pairing } from "./attempt.ts";
import { onBench, openTarget, type TrialService } from "./bench.ts";
import { nameOf } from "./compare.ts";
import { eraseTrial } from "./erase.ts";
import { isOverTime, overBudget, pairingsOf } from "./left.ts";
import { candidatesOf } from "./past.ts";
import { proveCase } from "./prove.ts";
import { requireTrial } from "./read_model.ts";
import { writeRequests } from "./write_request.ts";

/** The trials in progress, as the rest of the service sees them. */
type Trials = {
  /** Continues a trial in the background, unless that is being done. */
  begin: (id: string) => void;
  /** Stops working on a trial, then does something while nothing works on it. */
  halt: (id: string, then: () => Promise<void>) => Promise<void>;
  /** Resolves when nothing is being done for any trial. */
  idle: () => Promise<void>;
};

/** What a context has for trials. */
export type TrialsLive = { trials: Trials };

/** Proves the cases of trials and lets workers attempt them, each trial as far as it is recorded. */
export class TrialWork implements Trials {
  readonly #going = new Map<string, { controller: AbortController; done: Promise<void> }>();
  /** What is done once nothing works on a trial, one after the other. */
  readonly #ending = new Map<string, Promise<void>>();
  #stopping = false;

  constructor(readonly service: TrialService) {}

  /** Continues the trials that an earlier process did not finish. */
  start(): void {
    const ctx = contextFor(this.service, "system");
    const found = (status: TrialDocument["status"]) => ctx.store.documents.all(trialStream, { status });
    for (const { id } of [...found("finding"), ...found("running")]) this.begin(id);
    for (const { id } of found("deleting")) {
      this.halt(id, () => eraseTrial(ctx, id)).catch((cause) =>
        ctx.log.error(`The trial ${id} could not be erased; delete it again`, cause)
      );
    }
  }

  /** Stops everything; the next start continues it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.allSettled([
      ...this.#ending.values(),
      ...[...this.#going.keys()].map((id) => this.#abort(id)),
    ]);
  }

  begin(id: string): void {
    const ending = this.#ending.get(id)?.catch(() => {});
    if (ending) return void ending.then(() => this.begin(id));
    if (this.#stopping || this.#going.has(id) || this.service.config.workers === 0) return;
    const controller = new AbortController();
    const done = this.#work(id, controller.signal)
      .catch((cause) => controller.signal.aborted ? undefined : this.#fail(id, cause))
      .finally(() => this.#going.delete(id));
    this.#going.set(id, { controller, done });
  }

  async halt(id: string, then: () => Promise<void>): Promise<void> {
    const before = this.#ending.get(id) ?? Promise.resolve();
    const done = before.catch(() => {}).then(() => this.#abort(id)).then(then).finally(() => {
      if (this.#ending.get(id) === done) this.#ending.delete(id);
    });
    this.#ending.set(id, done);
    await done;
  }

  async #abort(id: string): Promise<void> {
    const going = this.#going.get(id);
    going?.controller.abort(new Error("the trial was stopped"));
    await going?.done;
  }

  async idle(): Promise<void> {
    while (this.#going.size + this.#ending.size > 0) {
      await Promise.allSettled([
        ...this.#ending.values(),
        ...[...this.#going.values()].map(({ done }) => done),
      ]);
    }
  }

  async #work(id: string, signal: AbortSignal): Promise<void> {
    const { status } = requireTrial(this.service, id);
    if (status === "finding") await this.#prove(id, signal);
    if (status === "running") {
      await writeRequests(this.service, id, signal);
      await this.#attempt(id, signal);
    }
  }

  /** Proves the candidates one by one, until all are or the time is over. */
  async #prove(id: string, signal: AbortSignal): Promise<void> {
    const { service } = this;
    const ctx = contextFor(service, "system");
    const sought = requireTrial(service, id);
    const candidates = await candidatesOf(service, await openTarget(ctx, sought.repoPath), sought);
    for (const candidate of candidates) {
      const trial = requireTrial(service, id);
      if (trial.cases.some((each) => each.id === candidate.id)) continue;
      if (isOverTime(sought, trial)) break;
      const found = await onBench(service, trial, signal, (bench) => proveCase(bench, candidate));
      signal.throwIfAborted();
      await ctx.store.commit(() =>
        record(ctx, trialStream, id, [{ type: "trial.case_examined", data: found }])
      );
    }
    const { cases } = requireTrial(service, id);
    const proved = cases.filter(({ outcome }) => outcome === "proved").length;
    const left = candidates.length - cases.length;
    const unseen = left > 0 ? `; ${left} were not looked at, because the time was over` : "";
    const detail = `${counted(proved, "case")} of ${counted(candidates.length, "candidate")}${unseen}.`;
    await ctx.store.commit(() => record(ctx, trialStream, id, [{ type: "trial.found", data: { detail } }]));
  }

  /** Lets the workers attempt the cases, as many at once as there are slots, within the budget. */
  async #attempt(id: string, signal: AbortSignal): Promise<void> {
    const { service } = this;
    const ctx = contextFor(service, "system");
    const going = new Map<string, Promise<void>>();
    const faults: unknown[] = [];
    const key = ({ of, worker }: Pairing) => `${of.id} ${nameOf(worker)}`;
    try {
      for (;;) {
        signal.throwIfAborted();
        const trial = requireTrial(service, id);
        if (trial.status !== "running" || faults.length > 0) break;
        const left = pairingsOf(trial).filter((pairing) => !going.has(key(pairing)));
        const next = left[0];
        const over = next && overBudget(trial, going.size, { what: "attempt", usd: trial.plan!.attemptUsd });
        if (next && !over && going.size < service.execution.slots().total) {
          const name = key(next);
          const done = this.#one(next, signal).catch((cause) => void faults.push(cause));
          going.set(name, done.finally(() => going.delete(name)));
          continue;
        }
        if (going.size > 0) {
          await Promise.race(going.values());
          continue;
        }
        const event = over
          ? { type: "trial.stopped" as const, data: { detail: over } }
          : { type: "trial.completed" as const, data: { detail: "All workers have ended all cases." } };
        await ctx.store.commit(() => record(ctx, trialStream, id, [event]));
        if (!over) await removeSetupsOfTrial(service.config.storageDirectory, id);
        return;
      }
    } finally {
      await Promise.all(going.values());
    }
    if (faults.length > 0) throw faults[0];
  }

  async #one(pairing: Pairing, signal: AbortSignal): Promise<void> {
    const { trial, of, worker } = pairing;
    const open = trial.attempts.find((each) =>
      each.end === null && each.caseId === of.id && nameOf(each.worker) === nameOf(worker)
    );
    const runId = open?.runId ?? await beginAttempt(this.service, pairing, signal);
    const end = await endAttempt(this.service, pairing, runId, signal);
    if (end.outcome !== "void") return;
    const ctx = contextFor(this.service, "system");
    await ctx.store.commit(() => {
      if (requireTrial(ctx, trial.id).status !== "running") return;
      const who = nameOf(worker);
      const detail = `${who} could not attempt a case: ${end.detail} Resume the trial to attempt it again.`;
      record(ctx, trialStream, trial.id, [{ type: "trial.stopped", data: { detail } }]);
    });
  }

  /** Stops a trial whose work failed, so that a person sees why and can resume it. */
  async #fail(id: string, cause: unknown): Promise<void> {
    if (!(cause instanceof ServiceError)) {
      this.service.log.error(`The trial ${id} failed unexpectedly`, cause);
    }
    const detail = cause instanceof ServiceError
      ? cause.message
      : "It failed unexpectedly; the log file has the cause. Resume it to try again.";
    const ctx = contextFor(this.service, "system");
    await ctx.store.commit(() => record(ctx, trialStream, id, [{ type: "trial.stopped", data: { detail } }]))
      .catch((failure) =>
        this.service.log.error(`The end of the trial ${id} could not be recorded`, failure)
      );
  }
}
