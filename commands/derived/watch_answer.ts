import { ApiError } from "../../client/client.ts";
import { EXIT } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import { followStream, untilInterrupted } from "../service/stream.ts";
import type { Shell } from "../shell.ts";
import { paint } from "../terminal/paint.ts";

/** The polling interval for callers that may not read the event stream. */
const POLL_MILLISECONDS = 2000;

/** The delay before showing a change: events often come in groups. */
const GATHER_MILLISECONDS = 100;

/** Asks again after each event, and shows the response if it has changed, until the person stops it. */
export async function watchAnswer<T>(
  { output }: Shell,
  connection: ServiceClient,
  { ask, show }: { ask: () => Promise<T>; show: (value: T) => void },
): Promise<number> {
  using interrupted = untilInterrupted();
  const { signal } = interrupted;
  let last: string | undefined;
  try {
    const wakes = wakesOf(connection, signal);
    const from = await wakes.next(); // it knows where to start listening before the first request
    for (let more = !from.done; more && !output.closed(); more = !(await wakes.next()).done) {
      const value = await ask();
      const text = JSON.stringify(value);
      if (text === last) continue;
      last = text;
      output.clear();
      if (output.terminal) output.data(paint.dim(`${new Date().toTimeString().slice(0, 8)}  Ctrl-C to stop`));
      show(value);
    }
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.done;
    throw error;
  }
}

/** Yields at the start, and then whenever something may have changed. */
async function* wakesOf(connection: ServiceClient, signal: AbortSignal): AsyncGenerator<void> {
  const status: { audit?: { headSequence: number } } = await connection.call("GET /control-plane/status");
  yield;
  try {
    const path = status.audit ? `/events?cursor=${status.audit.headSequence}` : "/events";
    let waiting = Promise.withResolvers<void>();
    const reading = (async () => {
      for await (const _ of followStream(connection, path, { signal })) waiting.resolve();
    })();
    while (!signal.aborted) {
      await Promise.race([waiting.promise, reading]);
      if (signal.aborted) return;
      await pause(GATHER_MILLISECONDS);
      waiting = Promise.withResolvers<void>();
      yield;
    }
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 403)) throw error;
    while (!signal.aborted) {
      await pause(POLL_MILLISECONDS);
      yield;
    }
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
