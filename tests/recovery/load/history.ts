import type { EventEnvelope } from "../../../services/ground/kernel/envelope.ts";
import { type Change, changeOf } from "./ledger.ts";

const ENDS = ["run.completed", "run.failed", "run.cancelled"];
const SESSION_ENDS = ["completed", "failed", "cancelled", "skipped"].map((end) => `task_session.${end}`);

/** What may still be said of a run that has ended. */
const AFTER_THE_END = [
  "process.ended",
  "run.archived",
  "run.unarchived",
  "material.kept",
  "task_session.transcript_kept",
];

/** One run as the log shows it. */
type Seen = {
  request: string;
  changes: Change[];
  end: string | null;
  applied: number;
  openSessions: Set<string>;
  openApprovals: Set<string>;
};

/** Reads the log as it grows and says where it breaks a promise, whatever the clients were told. */
export class History {
  readonly runs = new Map<string, Seen>();
  readonly faults: string[] = [];
  /** The newest sequence that was read. */
  sequence = 0;
  #last: EventEnvelope | null = null;

  /** Patches that were written. */
  get applied(): number {
    return [...this.runs.values()].reduce((sum, run) => sum + run.applied, 0);
  }

  read(events: readonly EventEnvelope[]): void {
    for (const event of events) this.#add(event);
  }

  /** Nothing half done: a creation queues its run in the same unit. To be asked when the log was read to its end. */
  finish(): void {
    if (this.#last?.type === "run.created") this.#fault(this.#last, "its run was created and not queued");
  }

  #add(event: EventEnvelope): void {
    if (event.sequence !== this.sequence + 1) this.#fault(event, `it follows on ${this.sequence}`);
    if (this.#last?.type === "run.created" && event.type !== "run.queued") {
      this.#fault(event, `the run ${this.#last.runid} was created and not queued`);
    }
    this.sequence = event.sequence;
    this.#last = event;
    if (event.runid) this.#addToRun(event, event.runid);
  }

  #addToRun(event: EventEnvelope, id: string): void {
    if (event.type === "run.created") return this.#create(event, id);
    const run = this.runs.get(id);
    if (!run) return this.#fault(event, "its run was never created");
    if (run.end && !AFTER_THE_END.includes(event.type)) this.#fault(event, `its run has ended (${run.end})`);
    const change = changeOf(event);
    if (change) run.changes.push(change);
    if (event.type === "run.patch_applied") run.applied++;
    track(run.openSessions, event, "task_session.planned", SESSION_ENDS);
    track(run.openApprovals, event, "approval.requested", APPROVAL_ENDS);
    if (ENDS.includes(event.type)) this.#end(event, run);
  }

  #create(event: EventEnvelope, id: string): void {
    if (this.runs.has(id)) this.#fault(event, "its run was created twice");
    const { request } = event.data as { request: string };
    this.runs.set(id, {
      request,
      changes: [],
      end: null,
      applied: 0,
      openSessions: new Set(),
      openApprovals: new Set(),
    });
  }

  #end(event: EventEnvelope, run: Seen): void {
    run.end = event.type;
    for (const open of [...run.openSessions, ...run.openApprovals]) {
      this.#fault(event, `${open} is still open`);
    }
    if (run.applied > 1) this.#fault(event, `its patch was applied ${run.applied} times`);
  }

  #fault(event: EventEnvelope, what: string): void {
    this.faults.push(`${event.sequence} ${event.type} ${event.runid ?? ""}: ${what}`);
  }
}

const APPROVAL_ENDS = ["approved", "rejected", "expired", "superseded", "cancelled"].map((end) =>
  `approval.${end}`
);

function track(open: Set<string>, event: EventEnvelope, begins: string, ends: readonly string[]): void {
  if (event.type === begins) open.add(event.subject);
  if (ends.includes(event.type)) open.delete(event.subject);
}
