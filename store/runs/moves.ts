import type { EventOf } from "../stream.ts";
import { isTerminal, type RunDocument } from "./document.ts";
import type { runEvents } from "./events.ts";

type RunEvent = EventOf<typeof runEvents>;

type Move = Extract<
  RunEvent,
  {
    type:
      | "run.waiting"
      | "run.paused"
      | "run.resumed"
      | "run.completed"
      | "run.failed"
      | "run.cancelled";
  }
>;

/** The run after a change of its state. */
export function move(run: RunDocument, event: Move): RunDocument {
  if (isTerminal(run.status)) return run;
  const { waitingFor, pausedFrom, lease, ...rest } = run;
  switch (event.type) {
    case "run.waiting":
      return { ...rest, status: "waiting", waitingFor: event.data.waitingFor, recoveries: 0 };
    case "run.paused":
      return {
        ...rest,
        status: "paused",
        pausedFrom: { status: run.status, ...(waitingFor && { waitingFor }) },
      };
    case "run.resumed": {
      if (run.status !== "paused") return { ...rest, status: "running", ...(lease && { lease }) };
      const from = pausedFrom ?? { status: "queued" as const };
      return { ...rest, status: from.status, ...(from.waitingFor && { waitingFor: from.waitingFor }) };
    }
    case "run.completed":
      return { ...rest, status: "completed", statusDetail: event.data.detail, finishedAt: event.at };
    case "run.failed":
      return {
        ...rest,
        status: "failed",
        statusReason: event.data.reason,
        statusDetail: event.data.detail,
        finishedAt: event.at,
      };
    case "run.cancelled":
      return {
        ...rest,
        status: "cancelled",
        statusReason: "user_cancelled",
        ...(event.data.detail && { statusDetail: event.data.detail }),
        finishedAt: event.at,
      };
  }
}
