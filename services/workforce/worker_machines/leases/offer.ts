import type { AssignmentDocument } from "../../../../store/worker_machines/assignment.ts";
import type { Control } from "../../../machine/repositories/mod.ts";
import type { TaskManifest } from "../wire/task_shapes.ts";

/** Files of a repository, as a commit of it. */
type Files = { commit: string; tree: string };

/** What is offered, as it is known when it is. */
type Offered = {
  runId: string;
  round: number;
  repoPath: string;
  repositoryId: string;
  baseTree: string;
  setup: string | null;
};

/** A verification, and the repository that has its objects. */
export type OfferedVerification = Offered & {
  kind: "verification";
  tree: string;
  command: string;
  control: Control;
  base: Files;
  result: Files;
};

/** A task session. What it needs is made ready once a machine has taken it. */
export type OfferedTask = Offered & {
  kind: "task";
  taskSessionId: string;
  provider: string;
  model: string;
  /** Whether the worker's program has to be installed on the machine. */
  isInstalled: boolean;
  /** Whether that program calls its models here. */
  bringsModels: boolean;
};

/** Work that is offered to machines. */
export type OfferedWork = OfferedVerification | OfferedTask;

/** What a machine that has taken a task receives. */
export type TaskContent = {
  control: Control;
  base: Files;
  setup: string | null;
  task: TaskManifest;
};

/** What came of an offer: what a machine delivered, or why it is to be done here. */
export type OfferOutcome =
  | { delivery: NonNullable<AssignmentDocument["delivery"]>; output: string }
  | { isTaskDone: true }
  | { notDone: string };

/** Work that machines may take, from the offer to its outcome. */
export class Offer {
  /** Rises with each claim. */
  fence = 0;
  losses = 0;
  machineId: string | null = null;
  /** The machines that were given a ticket for it. */
  readonly ticketed = new Set<string>();
  /** How often the time to claim it has passed since a ticket for it was given out; infinity if none is out. */
  unclaimed = Infinity;
  /** Counts that while it lasts. */
  counting = new AbortController();
  #taken = Promise.withResolvers<void>();
  #lost = Promise.withResolvers<void>();
  readonly #outcome = Promise.withResolvers<OfferOutcome>();
  isOver = false;
  /** What the machine that takes a task receives, once it is ready. */
  readonly content = Promise.withResolvers<TaskContent>();

  constructor(readonly id: string, readonly work: OfferedWork) {
    this.content.promise.catch(() => {}); // a task that nobody took has none
  }

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
    return this.unclaimed < Infinity;
  }

  take(machineId: string): void {
    this.counting.abort();
    this.machineId = machineId;
    this.#taken.resolve();
  }

  lose(): void {
    this.machineId = null;
    this.losses += 1;
    this.unclaimed = Infinity;
    this.#taken = Promise.withResolvers();
    this.#lost.resolve();
    this.#lost = Promise.withResolvers();
  }

  end(outcome: OfferOutcome): void {
    this.counting.abort();
    this.isOver = true;
    this.content.reject(new Error("The offer is over."));
    this.#outcome.resolve(outcome);
  }
}
