import { createParser } from "eventsource-parser";
import { textPortions } from "../store/shared/text_portions.ts";

/** One frame of an event stream (WHATWG HTML, section 9.2). */
export type StreamFrame = { id?: string; event: string; data: string };

/** The service sends a comment every 15 seconds; a connection that is silent for longer than this is dead. */
export const MAX_SILENCE_MILLISECONDS = 40_000;

/**
 * Yields the frames of a stream as they arrive, until it ends or the caller stops, and then cancels the stream. `onRetry` receives
 * how long to wait before reconnecting. Throws what reading the stream throws.
 */
export async function* readFrames(
  stream: ReadableStream<Uint8Array>,
  onRetry: (milliseconds: number) => void = () => {},
): AsyncGenerator<StreamFrame> {
  const frames: StreamFrame[] = [];
  const parser = createParser({
    onRetry,
    onEvent: ({ id, event = "message", data }) =>
      frames.push({ event, data, ...(id !== undefined && { id }) }),
  });
  const reader = stream.getReader();
  const decode = textPortions();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parser.feed(decode(read.value));
      yield* frames.splice(0);
    }
  } finally {
    // Not awaited: an idle connection notices a cancellation only with its next bytes.
    reader.cancel().catch(() => {});
  }
}
