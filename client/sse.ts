import { createParser } from "eventsource-parser";

/** One frame of an event stream (WHATWG HTML, section 9.2). */
export type Frame = { id?: string; event: string; data: string };

/** Called with what a stream says besides its frames. */
export type FrameListeners = {
  /** How long to wait before connecting again after a break. */
  onRetry?: (milliseconds: number) => void;
  onComment?: (text: string) => void;
};

/**
 * Yields the frames of a stream as they come, until it ends or the caller stops; then it cancels the stream. Throws what
 * reading the stream throws.
 */
export async function* readFrames(
  stream: ReadableStream<Uint8Array>,
  listeners: FrameListeners = {},
): AsyncGenerator<Frame> {
  const frames: Frame[] = [];
  const parser = createParser({
    ...listeners,
    onEvent: ({ id, event = "message", data }) =>
      frames.push({ event, data, ...(id !== undefined && { id }) }),
  });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parser.feed(decoder.decode(read.value, { stream: true }));
      yield* frames.splice(0);
    }
  } finally {
    // Not awaited: an idle connection answers a cancellation only with its next bytes.
    reader.cancel().catch(() => {});
  }
}
