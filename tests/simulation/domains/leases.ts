import { holds } from "../command.ts";
import type { Beaten, Held, Machine, Ticket } from "../machine.ts";
import type { Runs } from "./runs.ts";

/** A lease lasts so long after each heartbeat, and within so much it is known to have ended. */
const LEASE = 30_000;
const NOTICED = 2_000;
/** So often machines may be lost with a task before a person has to look at it. */
export const MOST_LOSSES = 2;

/** What is known of a lease: it lasts, is over, or may be either, since a person moved its run. */
type LeaseState = "held" | "over" | "unsure";

/** What the model knows of a task that a machine took. */
export class Lease {
  /** When it began to last, at the latest and at the earliest. */
  renewedFrom: number;
  renewedUntil: number;
  /** Whether the machine has said how its work ended, and was told that this was received. */
  isSaid = false;
  /** Nothing else is possible: the time, the service or a person has ended it. */
  isOver = false;
  /** A person has moved the run meanwhile, or its work has ended. */
  isTouched = false;

  /** `redone` says how often a person had the task done again before. */
  constructor(readonly held: Held, readonly redone: number, from: number, until: number) {
    this.renewedFrom = from;
    this.renewedUntil = until;
  }

  get id(): string {
    return this.held.manifest.assignmentId;
  }

  get runId(): string {
    return this.held.manifest.runId;
  }

  /** What a machine that asked at a moment is told of it by another, later one. */
  stateAt(from: number, until: number): LeaseState {
    if (this.isOver || from > this.renewedUntil + LEASE + NOTICED) return "over";
    if (this.isTouched || this.isSaid || until >= this.renewedFrom + LEASE) return "unsure";
    return "held";
  }
}

/** The leases of all machines: who may hold what, and until when. */
export class Leases {
  readonly all: Lease[] = [];
  readonly wrong: string[] = [];

  constructor(readonly runs: Runs, readonly elapsed: () => number) {}

  of(held: Held): Lease {
    return this.all.find((lease) => lease.held === held)!;
  }

  /** Those that are not surely over. */
  get open(): Lease[] {
    const now = this.elapsed();
    return this.all.filter((lease) => lease.stateAt(now, now) !== "over");
  }

  stateOf(held: Held): LeaseState {
    const now = this.elapsed();
    return this.of(held).stateAt(now, now);
  }

  claimed(machine: Machine, { id, fence }: Ticket, held: Held | null, askedAt: number): void {
    if (held === null) return;
    const { identity: { name } } = machine;
    const { manifest } = held;
    const now = this.elapsed();
    const run = this.runs.all.find((each) => each.id === manifest.runId);
    const redone = run?.redone ?? 0;
    const others = this.all.filter((lease) =>
      lease.held.manifest.task.taskSessionId === manifest.task.taskSessionId &&
      lease.redone === redone && lease.stateAt(now, now) === "held"
    );
    for (const { held: { machine: other } } of others) {
      this.wrong.push(
        `${name} has claimed ${id}, and ${other.identity.name} has the same task of ${manifest.runId}`,
      );
    }
    if (this.all.some((lease) => lease.id === id)) this.wrong.push(`${id} was claimed twice`);
    if (manifest.fence !== fence + 1) {
      this.wrong.push(`the fence of ${id} is ${manifest.fence} after ${fence}`);
    }
    if (run?.staysHere) this.wrong.push(`${name} has a task of ${run.name}, which stays here`);
    if (run && run.losses >= MOST_LOSSES) {
      this.wrong.push(`${name} has a task of ${run.name}, with which ${run.losses} machines were lost`);
    }
    this.all.push(new Lease(held, redone, askedAt, now));
  }

  beaten(held: Held, answer: Beaten, askedAt: number): void {
    // A machine that is not known any more is told nothing of its lease.
    if (typeof answer === "number") return;
    const lease = this.of(held);
    const now = this.elapsed();
    const state = lease.stateAt(askedAt, now);
    if (answer === "unheard") {
      // It lasts longer now, unless it was over.
      if (state !== "over") lease.renewedUntil = now;
      return;
    }
    if (answer === "held") {
      if (state === "over") {
        this.wrong.push(`a lease of ${this.#named(held)} is over, and a heartbeat says that it lasts`);
      }
      lease.renewedFrom = askedAt;
      lease.renewedUntil = now;
      return;
    }
    if (state === "held") this.#doubtful.push(lease);
    else this.#end(lease);
  }

  /** Those that were lost before their time: a person may have moved their run. */
  readonly #doubtful: Lease[] = [];

  /** The run of a machine was touched, or has ended, or does something else. */
  passed(): void {
    const now = this.elapsed();
    for (const lease of this.all) {
      if (lease.isOver) continue;
      const run = this.runs.all.find(({ id }) => id === lease.runId);
      const isGoing = run?.status === "running" || run?.status === "queued";
      if (!isGoing || run.isErased || run.isInside || run.redone > lease.redone) lease.isTouched = true;
      if (lease.stateAt(now, now) === "over") this.#end(lease);
    }
    for (const run of this.runs.all) {
      // Whatever goes on from there, a person has asked for.
      if (run.status !== "running" && run.status !== "queued") run.losses = 0;
    }
    for (const lease of this.#doubtful.splice(0)) {
      holds(
        lease.isTouched || lease.isSaid,
        `a lease of ${this.#named(lease.held)} was lost before its time`,
      );
      this.#end(lease);
    }
    holds(this.wrong.length === 0, this.wrong.join("; "));
  }

  /** It was taken away, or the machine gave it back: the task begins again, or is a person's. */
  lose(lease: Lease): void {
    this.#end(lease);
  }

  /** The service has ended: nothing that was given out is valid any more. */
  cut(): void {
    for (const lease of this.all) lease.isOver = true;
  }

  #end(lease: Lease): void {
    if (lease.isOver) return;
    lease.isOver = true;
    const run = this.runs.all.find(({ id }) => id === lease.runId);
    if (run) run.mayBeLost++;
    if (run && !lease.isTouched && !lease.isSaid) run.losses++;
  }

  #named({ machine, manifest }: Held): string {
    return `${machine.identity.name} on ${manifest.assignmentId} for ${manifest.runId}`;
  }
}
