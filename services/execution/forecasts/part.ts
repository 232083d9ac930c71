import { combinationStream } from "../../../store/combinations/stream.ts";
import { approvalStream } from "../../../store/approvals/stream.ts";
import type { StoredEvent } from "../../../store/event.ts";
import { Recent } from "../../../store/recent.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { executedOn } from "../../control/combinations/known.ts";
import { contextFor, type Core, record } from "../../ground/kernel/context.ts";
import { type LiveOf, part } from "../../ground/kernel/part.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import { Halted, knownFailure } from "../commands/interrupts.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { Executor } from "../executor/executor.ts";
import { type Combination, knownCombination, possibleCombinations } from "./combinations.ts";
import { groupResults } from "./groups.ts";
import { allOpenResults } from "./open_results.ts";
import { type FoundChecks, verifyCombination } from "./verify_combination.ts";

/** What a context has for combinations. */
export type CombinationsLive = LiveOf<typeof combinations>;

/** What can make another combination, or let one be verified that could not be. */
const CAUSES = new Set(["approval.requested", "approval.applied", "run.setup_completed"]);

/**
 * Verifies combinations of open results in slots that nothing else needs, one at a time and none twice, up to a number of
 * verifiers a day. No model is called, and no setup gets network access.
 */
class CombinedVerifications {
  readonly #stop = new AbortController();
  /** Combinations with nothing to verify: they conflict, or one result contains the other. */
  readonly #apart = new Recent<{ readonly id: string }>(10_000);
  /** Why a combination could not be verified; forgotten when that may have changed. */
  readonly #why = new Map<string, string>();
  #unsubscribe = () => {};
  #isWanted = false;
  #going: Promise<void> | null = null;

  constructor(readonly service: Core & ExecutorLive, readonly boundary: Boundary = () => {}) {}

  /** Returns how many verifiers may be executed today, and how many have been. */
  today(): { limit: number; executed: number } {
    const { config, now, execution } = this.service;
    const limit = execution instanceof Executor ? config.combinedVerifications : 0;
    return { limit, executed: executedOn(this.service, now()) };
  }

  /** Returns why a combination could not be verified, or null. */
  whyNot = ({ id, uncommitted }: Combination): string | null =>
    uncommitted === null ? this.#why.get(id) ?? null : `${uncommitted} has changes that are not committed.`;

  /** Returns whether a combination is known to have nothing to verify. */
  isApart = ({ id }: Combination): boolean => this.#apart.get(id) !== undefined;

  start(): void {
    if (this.today().limit === 0) return;
    this.#unsubscribe = this.service.store.subscribe((events) => this.#observe(events));
    this.wake();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#stop.abort(new Halted());
    await this.#going;
  }

  /** Looks for something to verify, now or after what is under way. */
  wake(): void {
    if (this.#stop.signal.aborted || this.today().limit === 0) return;
    this.#isWanted = true;
    this.#going ??= this.#work().finally(() => {
      this.#going = null;
      if (this.#isWanted) this.wake();
    });
  }

  /** The same, also for what could not be verified before. */
  tryAgain(): void {
    this.#why.clear();
    this.wake();
  }

  /** Resolves when there is nothing to verify now. */
  async settled(): Promise<void> {
    while (this.#going) await this.#going;
  }

  #observe(events: readonly StoredEvent[]): void {
    if (events.some(({ type }) => CAUSES.has(type))) this.tryAgain();
  }

  async #work(): Promise<void> {
    try {
      while (this.#isWanted && !this.#stop.signal.aborted) {
        this.#isWanted = false;
        for (let next = await this.#next(); next !== null; next = await this.#next()) {
          await this.#verify(next);
        }
      }
    } catch (cause) {
      if (!this.#stop.signal.aborted) this.service.log.error("Combined results could not be verified", cause);
    }
  }

  /** Returns the next combination that can be verified, or null. */
  async #next(): Promise<Combination | null> {
    const ctx = contextFor(this.service, "system");
    const { limit, executed } = this.today();
    if (executed >= limit || this.#stop.signal.aborted) return null;
    for (const { root, chosen } of await allOpenResults(ctx)) {
      if (!chosen.some(({ run }) => run.verifier)) continue;
      for (const group of (await groupResults(ctx, root, chosen)).groups) {
        const possible = await this.service.execution.creating(() => possibleCombinations(ctx, group));
        const found = possible.find((each) =>
          knownCombination(ctx, each.id) === null && this.whyNot(each) === null && !this.isApart(each)
        );
        if (found) return found;
      }
    }
    return null;
  }

  async #verify(combination: Combination): Promise<void> {
    const { execution } = this.service;
    if (!(execution instanceof Executor)) return;
    const ctx = contextFor(this.service, "system");
    const decided = new AbortController();
    const unsubscribe = ctx.store.subscribe(() => isOpen(ctx, combination) || decided.abort(new Halted()));
    const { setups } = execution;
    let { signal } = decided;
    try {
      await execution.whileIdle(async (idle) => {
        signal = AbortSignal.any([idle, decided.signal, this.#stop.signal]);
        const { limit, executed } = this.today();
        const setting = { ctx, setups, boundary: this.boundary, signal, left: limit - executed };
        const found = await verifyCombination(setting, combination);
        if (found === "limit") {
          this.#why.set(combination.id, "Its verifiers are more than may still be executed today.");
        } else if (found === "apart") this.#apart.set(combination.id, { id: combination.id });
        else await this.#record(combination, found);
      });
    } catch (cause) {
      if (signal.aborted || cause instanceof Halted) return;
      const why = knownFailure(cause)?.detail ?? messageOf(cause);
      this.#why.set(combination.id, why);
      if (!knownFailure(cause)) this.service.log.error("Combined results could not be verified", cause);
    } finally {
      unsubscribe();
    }
  }

  async #record(combination: Combination, { tree, checks }: FoundChecks): Promise<void> {
    const { id, results, group: { control }, ground } = combination;
    const ctx = contextFor(this.service, "system");
    await this.boundary("combination:verified");
    await ctx.store.commit(() => {
      if (!isOpen(ctx, combination) || knownCombination(ctx, id) !== null) return;
      const runIds = results.map(({ run }) => run.id);
      const data = { repositoryId: control.id, ground, tree, runIds, checks: [...checks] };
      record(ctx, combinationStream, id, [{ type: "combination.verified", data }]);
    });
  }
}

const isOpen = ({ store }: Pick<Core, "store">, { results }: Combination): boolean =>
  results.every(({ approval: { id } }) => store.documents.get(approvalStream, id)?.status === "pending");

/** Verifies combinations of open results while nothing else is to be done. */
export const combinations = part({
  name: "combinations",
  open: (service: Core & ExecutorLive, { boundary }: { boundary?: Boundary }) =>
    new CombinedVerifications(service, boundary),
  start: (combinations) => combinations.start(),
  stop: (combinations) => combinations.stop(),
  // Another day may have begun, or a person may have committed.
  clean: (ctx) => ctx.combinations.tryAgain(),
});
