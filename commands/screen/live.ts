import { type ServiceClient, UnreachableError } from "../service/connection.ts";
import { ENDED_RUN_STATES, type RunStatus } from "../../store/shared/run_states.ts";
import { describeFailure } from "../service/failure.ts";
import { followStream } from "../service/stream.ts";
import { groupOf, rowsOf } from "./rows.ts";
import type { Group } from "./state.ts";
import type { ScreenInput } from "./step.ts";

/** The minimum interval between two reads of the queue. */
const REFRESH_MILLISECONDS = 250;

/** The delay before trying again to reach a service that does not respond. */
const RETRY_MILLISECONDS = 1000;

/** The maximum number of runs of each state to list. */
const MAX_RUNS = 100;

/** Sends the queue to `tell` whenever an event may have changed it, and whether the service responds, until the signal aborts. */
export async function followQueue(
  connection: ServiceClient,
  { signal, tell }: { signal: AbortSignal; tell: (input: ScreenInput) => void },
): Promise<void> {
  const refresh = coalesced(async () => {
    try {
      tell(await readQueue(connection));
    } catch (error) {
      if (error instanceof UnreachableError) return; // the stream tells it
      tell({ kind: "said", text: describeFailure(error)?.message ?? String(error), tone: "bad" });
    }
  });
  const tellConnected = (connected: boolean) => {
    tell({ kind: "connection", connected });
    if (connected) refresh();
  };
  const hooks = { signal, onOpen: () => tellConnected(true), onLost: () => tellConnected(false) };
  while (!signal.aborted) {
    try {
      for await (const { id } of followStream(connection, "/events", hooks)) {
        if (id !== undefined) refresh(); // without one it is shown and kept nowhere
      }
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      tellConnected(false);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
  }
}

/** Reads what waits, what is done now and what ended last, with how many there are of each. */
async function readQueue(connection: ServiceClient): Promise<ScreenInput> {
  const { call } = connection;
  const list = (status: RunStatus | undefined) =>
    call("GET /runs", { query: { limit: MAX_RUNS, ...(status && { status }) } });
  const [queue, { byStatus }, ...lists] = await Promise.all([
    call("GET /approvals/queue", { query: { limit: MAX_RUNS } }),
    call("GET /runs/counts"),
    list("waiting"),
    list("paused"),
    list("running"),
    list("queued"),
    list(undefined),
  ]);
  const runs = [...new Map(lists.flat().map((run) => [run.id, run])).values()];
  const rows = rowsOf(queue.items, runs);
  const sum = (...states: string[]) => states.reduce((all, state) => all + (byStatus[state] ?? 0), 0);
  const without = runs.filter(({ waitingFor }) => waitingFor?.kind !== "approval");
  const listed = (group: Group, ...states: string[]) =>
    without.filter((run) => groupOf(run) === group && states.includes(run.status)).length;
  return {
    kind: "queue",
    rows,
    counts: {
      waits: (queue.counts.pending ?? 0) + sum("paused") + listed("waits", "waiting"),
      running: sum("queued", "running") + listed("running", "waiting"),
      finished: sum(...ENDED_RUN_STATES),
    },
  };
}

/** Calls `work` for every call of what is returned, several at once as one, and with a pause after each. */
function coalesced(work: () => Promise<void>): () => void {
  let [busy, again] = [false, false];
  const begin = async () => {
    busy = true;
    do {
      again = false;
      await work();
      await new Promise((resolve) => setTimeout(resolve, REFRESH_MILLISECONDS));
    } while (again);
    busy = false;
  };
  return () => {
    if (busy) again = true;
    else void begin();
  };
}
