import { ApiError } from "../../client/client.ts";
import { type Connection, UnreachableError } from "./connection.ts";
import { type Frame, readFrames } from "../../client/sse.ts";

/** How long to wait before connecting again, where the service does not say. */
const RETRY_MILLISECONDS = 3000;

/** What following a stream needs besides its address. */
export type StreamOptions = {
  signal: AbortSignal;
  /** Called when a connection stands. */
  onOpen?: () => void;
  /** Called before each new attempt. */
  onLost?: () => void;
};

/**
 * The frames of an event stream, for as long as the signal allows: after a break it goes on behind the last frame, by
 * `Last-Event-ID`. Throws when the very first connection fails, or when the service refuses.
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

/** Resolves after a while, or at once when the signal is given. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

/** Aborts at the first SIGINT or SIGTERM. `release` ends the listening. */
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
