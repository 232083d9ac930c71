import { ApiError } from "../../client/client.ts";
import { isTerminal, RUN_ENDS } from "../../store/shared/run_states.ts";
import type { ServiceClient } from "./connection.ts";
import { followStream } from "./stream.ts";
import type { FetchedRun, TraceEvent } from "./types.ts";

/** The polling interval for callers that may not read the event stream. */
const POLL_MILLISECONDS = 1000;

/** The number of events to read at once. */
const PAGE = 200;

/** Events after which following may stop. */
const TURNS: ReadonlySet<string> = new Set([...RUN_ENDS, "run.waiting", "run.paused", "run.deleted"]);

/** Options for following a run. */
export type FollowOptions = {
  onEvent: (event: TraceEvent) => void | Promise<void>;
  /** Receives live output of a stream such as `task_session/task_1`, which is not stored. */
  onOutput?: (text: string, stream: string) => void;
  signal?: AbortSignal;
  after?: number;
};

/**
 * Follows a run until it has ended or needs a person, and returns its state. Each of its events after `after` is passed on once, in
 * order: the event stream wakes, the timeline is read. Throws if the signal aborts.
 */
export async function followRun(
  connection: ServiceClient,
  id: string,
  { onEvent, onOutput = () => {}, signal = new AbortController().signal, after = 0 }: FollowOptions,
): Promise<FetchedRun> {
  const { call } = connection;
  let cursor = after;
  /** Passes on new events. Returns whether following may stop. */
  const tell = async () => {
    let turned = false;
    for (let more = true; more;) {
      const page = await call("GET /runs/:id/timeline", {
        params: { id },
        query: { cursor: String(cursor), limit: PAGE },
      }, { signal });
      for (const event of page.items) {
        cursor = event.sequence;
        turned ||= TURNS.has(event.type);
        await onEvent(event);
      }
      more = page.items.length === PAGE;
    }
    return turned;
  };
  const look = async () => {
    for (;;) {
      const run = await call("GET /runs/:id", { params: { id } }, { signal });
      // The events before this state come first. Events passed on here wake nothing later, so they are checked here.
      const turned = await tell();
      if (isAtRest(run)) return run;
      if (!turned) return null;
    }
  };

  await tell();
  let resting = await look();
  for await (
    const turned of resting ? [] : wakes(connection, { id, signal, onOutput, cursor: () => cursor })
  ) {
    await tell();
    if (turned) resting = await look();
    if (resting) break;
  }
  signal.throwIfAborted();
  if (!resting) throw new Error(`the events of ${id} ended before it did`);
  return resting;
}

/** Returns whether the run has ended, or continues only after a person acts. */
export const isAtRest = ({ status, waitingFor }: Pick<FetchedRun, "status" | "waitingFor">): boolean =>
  isTerminal(status) || status === "paused" ||
  (status === "waiting" && waitingFor !== undefined && waitingFor.kind !== "dependency" &&
    waitingFor.kind !== "time");

/** The fields that are read of an envelope. One without a sequence is not stored. */
type Envelope = { runid?: string; sequence?: number; type: string; subject: string; data: { text?: string } };

/** Yields whenever the run has something new; true if its state may have changed. */
async function* wakes(
  connection: ServiceClient,
  { id, signal, onOutput, cursor }:
    & { id: string; signal: AbortSignal; cursor: () => number }
    & Required<Pick<FollowOptions, "onOutput">>,
): AsyncGenerator<boolean> {
  try {
    for await (const frame of followStream(connection, `/events?cursor=${cursor()}`, { signal })) {
      const { runid, sequence, type, subject, data } = JSON.parse(frame.data) as Envelope;
      if (runid !== id) continue;
      if (sequence === undefined) {
        onOutput(data.text ?? "", subject);
        continue; // what is shown and not kept changes nothing
      }
      if (TURNS.has(type)) yield true;
      else if (sequence > cursor()) yield false;
    }
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 403)) throw error;
    while (!signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
      yield true;
    }
  }
}
