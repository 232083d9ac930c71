import { ApiError } from "../../client/client.ts";
import { type Connection, UnreachableError } from "./connection.ts";
import { type Frame, readFrames } from "../../client/sse.ts";

/** How long to wait before reconnecting, unless the service says. */
const RETRY_MILLISECONDS = 3000;

/** Options for following a stream. */
export type StreamOptions = {
  signal: AbortSignal;
  /** Called when a connection is open. */
  onOpen?: () => void;
  /** Called before each new attempt. */
  onLost?: () => void;
};

/**
 * Yields the frames of an event stream until the signal aborts. After a break it continues after the last frame, by
 * `Last-Event-ID`. Throws if the first connection fails, or if the service refuses.
 */
export async function* followStream(
  { send }: Connection,
  path: string,
  { signal, onOpen, onLost }: StreamOptions,
): AsyncGenerator<Frame> {
  let last: string | undefined;
  let retry = RETRY_MILLISECONDS;
  for (let first = true; !signal.aborted; first = false) {
    try {
      const response = await send(path, {
        signal,
        headers: { accept: "text/event-stream", ...(last !== undefined && { "last-event-id": last }) },
      });
      if (!response.ok) throw new ApiError(response.status, (await response.json()).error);
      onOpen?.();
      for await (
        const frame of readFrames(response.body!, (milliseconds) => retry = milliseconds)
      ) {
        last = frame.id ?? last;
        yield frame;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError || (first && error instanceof UnreachableError)) throw error;
    }
    if (signal.aborted) return;
    onLost?.();
    await pause(retry, signal);
  }
}

/** Resolves after a delay, or immediately if the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

/** Aborts at the first SIGINT or SIGTERM. `release` stops listening. */
export function untilInterrupted(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  const abort = () => controller.abort();
  for (const name of signals) Deno.addSignalListener(name, abort);
  return {
    signal: controller.signal,
    release: () => signals.forEach((name) => Deno.removeSignalListener(name, abort)),
  };
}
