import type { AssignmentDocument } from "../../../../store/worker_machines/assignment.ts";
import type { Control } from "../../../machine/repositories/mod.ts";

/** A verification, and the repository that has its objects. */
export type OfferedWork =
  & Pick<
    AssignmentDocument,
    "runId" | "round" | "repoPath" | "tree" | "command" | "setup"
  >
  & {
    control: Control;
    base: { commit: string; tree: string };
    result: { commit: string; tree: string };
  };

/** What came of an offer: what a machine delivered, or why it is to be done here. */
export type OfferOutcome =
  | { delivery: NonNullable<AssignmentDocument["delivery"]>; output: string }
  | { notDone: string };

/** A verification that machines may take, from the offer to its outcome. */
export class Offer {
  /** Rises with each claim. */
  fence = 0;
  losses = 0;
  machineId: string | null = null;
  /** When a ticket for it was last given out, by `performance.now()`. */
  ticketAt = -Infinity;
  /** Sends another ticket if that one is not used. */
  again: ReturnType<typeof setTimeout> | undefined;
  #taken = Promise.withResolvers<void>();
  #lost = Promise.withResolvers<void>();
  readonly #outcome = Promise.withResolvers<OfferOutcome>();
  isOver = false;

  constructor(readonly id: string, readonly work: OfferedWork) {}

  /** Resolves when a machine has claimed it. */
  get taken(): Promise<void> {
    return this.#taken.promise;
  }

  /** Resolves when the machine that has claimed it is lost, so that it can be claimed again. */
  get lost(): Promise<void> {
    return this.#lost.promise;
  }

  get outcome(): Promise<OfferOutcome> {
    return this.#outcome.promise;
  }

  /** Whether a machine was given a ticket for it. */
  get isTicketed(): boolean {
    return this.ticketAt > -Infinity;
  }

  take(machineId: string): void {
    clearTimeout(this.again);
    this.machineId = machineId;
    this.#taken.resolve();
  }

  lose(): void {
    this.machineId = null;
    this.losses += 1;
    this.ticketAt = -Infinity;
    this.#taken = Promise.withResolvers();
    this.#lost.resolve();
    this.#lost = Promise.withResolvers();
  }

  end(outcome: OfferOutcome): void {
    clearTimeout(this.again);
    this.isOver = true;
    this.#outcome.resolve(outcome);
  }
}
