import { ApiError } from "../../client/client.ts";
import { type ServiceClient, UnreachableError } from "./connection.ts";
import { MAX_SILENCE_MILLISECONDS, readFrames, type StreamFrame } from "../../client/sse.ts";

/** The delay before reconnecting, unless the service sends one. */
const RETRY_MILLISECONDS = 3000;

/** Options for following a stream. */
type StreamOptions = {
  signal: AbortSignal;
  /** The number of milliseconds without data after which a service counts as hung. */
  maxSilence?: number;
  /** Called when a connection is open. */
  onOpen?: () => void;
  /** Called before each new attempt. */
  onLost?: () => void;
};

/**
 * Yields the frames of an event stream until the signal aborts. After a break, or a silence that is too long, it continues
 * after the last frame, by `Last-Event-ID`. Throws if the first connection fails, or if the service refuses.
 */
export async function* followStream(
  { send }: ServiceClient,
  path: string,
  { signal, maxSilence = MAX_SILENCE_MILLISECONDS, onOpen, onLost }: StreamOptions,
): AsyncGenerator<StreamFrame> {
  let last: string | undefined;
  let retry = RETRY_MILLISECONDS;
  for (let first = true; !signal.aborted; first = false) {
    const silence = watchSilence(maxSilence);
    try {
      const response = await send(path, {
        signal: AbortSignal.any([signal, silence.signal]),
        headers: { accept: "text/event-stream", ...(last !== undefined && { "last-event-id": last }) },
      });
      if (!response.ok) throw new ApiError(response.status, (await response.json()).error);
      onOpen?.();
      const heard = response.body!.pipeThrough(silence.heard);
      for await (const frame of readFrames(heard, (milliseconds) => retry = milliseconds)) {
        last = frame.id ?? last;
        silence.stop(); // what the caller does with a frame is no silence of the service
        yield frame;
        silence.start();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError || (first && error instanceof UnreachableError)) throw error;
    } finally {
      silence.stop();
    }
    if (signal.aborted) return;
    onLost?.();
    await pause(retry, signal);
  }
}

/** Returns a signal that aborts when nothing comes through `heard` for a time. It counts until `stop`, and anew from `start`. */
function watchSilence(milliseconds: number) {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    timer = setTimeout(() => controller.abort(), milliseconds);
  };
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, stream) => {
      start();
      stream.enqueue(bytes);
    },
  });
  start();
  return { signal: controller.signal, heard, start, stop };
}

/** Resolves after a delay, or immediately if the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

/** Aborts at the first SIGINT or SIGTERM. `release`, or the end of the block that uses it, stops listening. */
export function untilInterrupted(): Disposable & { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  const abort = () => controller.abort();
  for (const name of signals) Deno.addSignalListener(name, abort);
  const release = () => signals.forEach((name) => Deno.removeSignalListener(name, abort));
  return { signal: controller.signal, release, [Symbol.dispose]: release };
}
