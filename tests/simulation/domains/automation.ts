import { holds, same } from "../command.ts";
import type { Earlier } from "./deliveries.ts";
import { beginAgain, caughtUpAt, come, momentsUntil, type Schedule } from "./schedules.ts";

/** What a moment comes to while a run of the automation has not ended. */
export const OVERLAPS = ["skip", "buffer_one", "allow_all"] as const;
type Overlap = (typeof OVERLAPS)[number];

/** What a row of the ledger says, as far as the model knows it. */
export type Fire = {
  id: string;
  dueAt: string;
  outcome: string;
  runId: string | null;
  trigger: string;
  range: { count: number } | null;
};

/** What is shown of an automation. */
export type ShownAutomation = {
  status: string;
  consecutiveFailures: number;
  pausedBy: string | null;
  waitingMoment: { fireId: string; dueAt: string } | null;
  ledger: { items: Fire[]; check: { equal: boolean } | null };
};

/** A run of an automation, as far as its end matters. */
type Ended = { id: string; status: string };

/** Whether a run of an automation was open before it was read, and still is. */
type Open = { before: boolean; after: boolean };

/** So many rows of a ledger are shown. */
const MOST_ROWS = 50;
/** So often it is looked whether the moment that waits fires, once no run is open. */
const PATIENCE = 3;
const STARTED: readonly string[] = ["fired", "caught_up"];
const SPANS = ["missed", "skipped_paused", "skipped_disabled"] as const;

/** What the model knows of an automation, and of what its ledger says. */
export class Automation {
  status: "enabled" | "disabled" | "paused" = "enabled";
  /** The next moment of its schedule. */
  next = Infinity;
  /** The moments of its schedule that came while it was on; after a jump of the clock, the latest one only. */
  readonly due: string[] = [];
  /** What each of them came to: it started a run, or was skipped; null if the model cannot say which. */
  readonly outcomes = new Map<string, "started" | "skipped_overlap" | null>();
  /** Those of which that is still to be said. */
  readonly unsettled: string[] = [];
  /** The moments that came while it was off. */
  readonly missed: string[] = [];
  /** How many moments of its schedule did not come to anything else. */
  readonly spans = { missed: 0, skipped_paused: 0, skipped_disabled: 0 };
  /** The moment, delivery or trigger by hand that waits for a run. */
  waiting: { dueAt: string | null; fireId: string | null; isScheduled: boolean } | null = null;
  /** Whether something may wait whose answer was lost. */
  isUnsure = false;
  readonly deliveries = new Map<string, Earlier>();
  /** How many of its runs failed in a row since it was turned on, whether that paused it, and the runs whose end counted. */
  failures = 0;
  isPausedByFailures = false;
  readonly #counted = new Set<string>();
  #looks = 0;

  constructor(
    readonly id: string,
    readonly name: string,
    readonly overlap: Overlap,
    readonly schedule: Schedule | null,
    readonly maxFailures: number,
  ) {}

  /** Runs that have ended: those that failed count, those that were cancelled do not, and at the maximum it pauses. */
  ended(runs: readonly Ended[], now: number): void {
    for (const { id, status } of runs) {
      if (this.#counted.has(id) || !["completed", "failed", "cancelled"].includes(status)) continue;
      this.#counted.add(id);
      if (status === "completed") this.failures = 0;
      if (status === "failed") this.failures++;
      if (this.status !== "enabled" || this.maxFailures === 0 || this.failures < this.maxFailures) continue;
      this.moveTo("paused", now);
      this.isPausedByFailures = true;
    }
  }

  /** Every moment of its schedule that has come was due, if it is on. Returns whether there is one. */
  passed(now: number): boolean {
    const moments = momentsUntil(this, now);
    this.#come(this.status === "enabled" ? moments : [], moments);
    return this.unsettled.length > 0;
  }

  /** Of the moments that a jump passed, one may be caught up. The others are missed, if it is on, and do not come again. */
  jumped(to: number): void {
    const moments = momentsUntil(this, to);
    if (this.status !== "enabled") return this.#come([], moments);
    const caughtUp = caughtUpAt(moments, to);
    this.spans.missed += moments.length - caughtUp.length;
    this.#come(caughtUp, caughtUp);
  }

  #come(fired: readonly string[], moments: readonly string[]): void {
    const before = new Set(this.due);
    come(this, fired, moments);
    this.unsettled.push(...fired.filter((moment) => !before.has(moment)));
  }

  /** Says what the moments that were due come to, given whether a run was open before they came, and afterwards. */
  settle(wasOpen: boolean, isOpen: boolean): void {
    for (const dueAt of this.unsettled.splice(0)) {
      const mayWait = this.overlap === "buffer_one" && this.waiting === null;
      if (this.overlap === "allow_all" || !wasOpen || mayWait && !isOpen) this.outcomes.set(dueAt, "started");
      else if (mayWait) this.waiting = { dueAt, fireId: null, isScheduled: true };
      else this.outcomes.set(dueAt, isOpen ? "skipped_overlap" : null);
      wasOpen = isOpen = true;
    }
  }

  /** Something else than a moment of its schedule waits. */
  wait(fireId: string): void {
    this.waiting = { dueAt: null, fireId, isScheduled: false };
  }

  /** What a delivery or a trigger by hand comes to now, given whether a run is open. */
  outcomeNow(isOpen: boolean): string {
    if (this.status !== "enabled") return `skipped_${this.status}`;
    if (!isOpen || this.overlap === "allow_all") return "fired";
    return this.overlap === "buffer_one" && this.waiting === null ? "buffered" : "skipped_overlap";
  }

  /** What waits, waits no longer once it is off; what came while it was off comes to nothing. */
  moveTo(status: Automation["status"], now: number): void {
    if (status === this.status) return;
    this.isPausedByFailures = false;
    if (status === "enabled") this.failures = 0;
    if (this.status === "enabled") {
      if (this.waiting?.isScheduled && status !== "enabled") this.spans[`skipped_${status}`]++;
      this.waiting = null;
    } else {
      const passed = this.missed.filter((moment) => Date.parse(moment) <= now);
      this.spans[`skipped_${this.status}`] += passed.length;
      this.missed.splice(0, Infinity, ...this.missed.filter((moment) => Date.parse(moment) > now));
      if (status === "enabled") beginAgain(this, now);
    }
    this.status = status;
  }

  /** Compares it with what is shown. Returns the runs that it started. */
  compare(shown: ShownAutomation, open: Open): (string | null)[] {
    same(shown.status, this.status, `the automation ${this.name}`);
    if (this.maxFailures > 0) {
      same(shown.consecutiveFailures, this.failures, `how many runs of ${this.name} failed in a row`);
    }
    const by = this.status !== "paused" ? null : this.isPausedByFailures ? "failures" : "person";
    same(shown.pausedBy, by, `what paused ${this.name}`);
    const { check, items } = shown.ledger;
    holds(check === null || check.equal, `the ledger of ${this.name} has gaps`);
    this.#compareWaiting(shown, open);
    const isWhole = items.length < MOST_ROWS;
    const scheduled = items.filter(({ trigger }) => trigger === "schedule");
    const rows = new Map<string, string>();
    for (const { dueAt, outcome } of scheduled) {
      if (STARTED.includes(outcome)) rows.set(dueAt, "started");
      if (outcome === "skipped_overlap") rows.set(dueAt, outcome);
    }
    for (const [dueAt, outcome] of this.outcomes) {
      if (outcome === null) this.#takeOver(dueAt, rows.get(dueAt), shown);
    }
    const expected = [...this.outcomes].toSorted();
    const compared = isWhole ? expected : expected.slice(-rows.size);
    same([...rows].toSorted(), compared, `what became of the moments of ${this.name}`);
    for (const outcome of isWhole ? SPANS : []) {
      const counted = scheduled.filter((row) => row.outcome === outcome).reduce(
        (sum, row) => sum + (row.range?.count ?? 1),
        0,
      );
      same(counted, this.spans[outcome], `how many moments of ${this.name} are ${outcome}`);
    }
    if (this.waiting === null) same(shown.waitingMoment, null, `what waits in ${this.name}`);
    return items.filter(({ outcome }) => STARTED.includes(outcome)).map(({ runId }) => runId).toReversed();
  }

  /** Of a moment that came while a run ended, only what is shown says whether it met that run. */
  #takeOver(dueAt: string, row: string | undefined, { waitingMoment }: ShownAutomation): void {
    if (row === "started" || row === "skipped_overlap") this.outcomes.set(dueAt, row);
    else if (this.waiting === null && waitingMoment?.dueAt === dueAt) {
      this.outcomes.delete(dueAt);
      this.waiting = { dueAt, fireId: waitingMoment.fireId, isScheduled: true };
    }
  }

  /** What waits for a run fires once none is open. */
  #compareWaiting({ waitingMoment, ledger: { items } }: ShownAutomation, open: Open): void {
    if (this.isUnsure && this.waiting === null && waitingMoment !== null) this.wait(waitingMoment.fireId);
    this.isUnsure = false;
    const { waiting } = this;
    if (waiting === null) return;
    const { fireId, dueAt, isScheduled } = waiting;
    const isIt = (each: { id?: string; fireId?: string; dueAt: string }) =>
      fireId === null ? each.dueAt === dueAt : (each.id ?? each.fireId) === fireId;
    if (waitingMoment !== null && isIt(waitingMoment)) {
      this.#looks = open.before ? 0 : this.#looks + 1;
      return holds(
        this.#looks < PATIENCE,
        `no run of ${this.name} is open, and ${dueAt ?? fireId} waits for one`,
      );
    }
    this.#looks = 0;
    this.waiting = null;
    const row = items.find(isIt);
    const became = row?.outcome ?? "nothing";
    holds(row && STARTED.includes(row.outcome), `what waited in ${this.name} became ${became}`);
    holds(!open.after, `what waited in ${this.name} has fired, and a run of it was open`);
    if (isScheduled) this.outcomes.set(row.dueAt, "started");
    for (const earlier of this.deliveries.values()) if (earlier.fireId === row.id) earlier.runId = row.runId;
  }
}
