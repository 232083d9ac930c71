import type { RunModel, RunState, ShownApproval } from "./run_model.ts";
import { isMistaken, isRefused, PER_ACTION } from "./shop.ts";

/** How long an approval can be given, and then be used: the connector declares it. */
const LIFETIME = 30 * 60_000;
/** After so many failures in a row a run gives up. */
const MOST_FAILURES = 5;

/** What the model knows of an order that a run makes. */
export class Order {
  /** The approvals that a person gave, and when. */
  readonly approved = new Map<string, number>();
  /** Whether the connector was not enabled meanwhile, or the day's limit was near. */
  mayBeBlocked: boolean;
  /** How often the connector was called. */
  calls = 0;

  constructor(readonly total: number, public createdAt: number) {
    this.mayBeBlocked = total > PER_ACTION;
  }

  /** The clock is set back: what is asked for from now on ends earlier than by the clock before. */
  setBack(to: number): void {
    this.createdAt = Math.min(this.createdAt, to);
  }

  /** The same for a run that tries it again now. */
  again = (now: Date): Order => new Order(this.total, now.getTime());

  /** What the shop's books say that it costs. */
  get booked(): number {
    return this.total + (isMistaken(this.total) ? 1 : 0);
  }

  requestFor = (item: string): string => `use shop.order ${JSON.stringify({ item, total: this.total })}`;

  approve({ id, policyClass }: ShownApproval, now: Date): void {
    if (policyClass === "external-write") this.approved.set(id, now.getTime());
  }

  /** Whether one of its approvals may not have been given, or used, in time. */
  mayExpire(approvals: readonly ShownApproval[], until: number): boolean {
    const open = approvals.filter(({ status }) => status === "pending");
    // One that was not looked at was asked for after the run was created.
    const ends = open.length > 0
      ? open.map(({ expiresAt }) => Date.parse(expiresAt))
      : [this.createdAt + LIFETIME];
    return [...ends, ...[...this.approved.values()].map((at) => at + LIFETIME)].some((end) => end <= until);
  }

  /** Whether its run may have reached a state by itself. */
  mayMove({ decision }: RunModel, to: RunState, reason: string | null): boolean {
    if (to === "completed") return this.approved.size > 0 && decision !== "rejected";
    return to !== "failed" || this.mayFail(reason);
  }

  /** Whether its task may fail for a reason. */
  mayFail(reason: string | null): boolean {
    switch (reason) {
      case "policy_blocked":
        return this.mayBeBlocked;
      case "invalid_input":
        return this.approved.size > 0 && (isRefused(this.total) || isMistaken(this.total));
      case "process_lost":
        return this.calls >= MOST_FAILURES;
      default:
        return false;
    }
  }
}
