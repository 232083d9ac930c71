/** A change that a client asked for, as the log has to show it: the type of its event and what tells it from others. */
export type Change = { type: string; detail: string };

/** One run as its client knows it: what was acknowledged, and what the client never got an answer to. */
export type OwnRun = {
  /** Unique in the whole test, and in the request itself. */
  readonly name: string;
  readonly body: { request: string; repoPath: string };
  /** Null as long as the creation is in doubt. */
  id: string | null;
  readonly acknowledged: Change[];
  inDoubt: Change | null;
  ended: boolean;
  /** Ended, and compared with the log since. */
  settled: boolean;
};

/** What the clients were told. It lives in the test's process, which nobody kills. */
export class Ledger {
  readonly runs: OwnRun[] = [];
  acknowledged = 0;
  /** Answers that no client should ever get. */
  readonly faults: string[] = [];
  /** Called at each acknowledged answer. */
  onAcknowledged = () => {};

  /** Writes down an answer. */
  acknowledge(run: OwnRun, change: Change | null): void {
    if (change) run.acknowledged.push(change);
    run.inDoubt = null;
    this.acknowledged++;
    this.onAcknowledged();
  }
}

/** How an event of the log reads as a change; null for what no client asks for. */
export function changeOf(event: { type: string; actor: string; data: unknown }): Change | null {
  if (event.actor !== "operator") return null;
  const data = event.data as { content?: string; reason?: string };
  switch (event.type) {
    case "run.paused":
    case "run.cancelled":
    case "approval.approved":
    case "approval.rejected":
      return { type: event.type, detail: "" };
    case "run.resumed":
      // With a reason, it follows from another change.
      return data.reason === undefined ? { type: event.type, detail: "" } : null;
    case "task_session.guidance_added":
      return { type: event.type, detail: data.content ?? "" };
    default:
      return null;
  }
}
