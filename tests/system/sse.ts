import { createParser, type EventSourceMessage, type EventSourceParser } from "eventsource-parser";
import type { Harness } from "../harness.ts";

/** One event or comment of a stream. */
export type Frame = Partial<EventSourceMessage> & { retry?: number; comment?: string };

/** Reads frames off a stream of server-sent events; dispose it to drop the connection. */
export class SseReader implements AsyncDisposable {
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #frames: Frame[] = [];
  readonly #parser: EventSourceParser = createParser({
    onEvent: (event) => this.#frames.push(event),
    onComment: (comment) => this.#frames.push({ comment }),
    onRetry: (retry) => this.#frames.push({ retry }),
  });

  constructor(response: Response) {
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next frame, or null at the end of the stream. */
  async next(): Promise<Frame | null> {
    while (this.#frames.length === 0) {
      const { value, done } = await this.#reader.read();
      if (done) return null;
      this.#parser.feed(value);
    }
    return this.#frames.shift()!;
  }

  /** The next frame that carries an event. */
  async event(): Promise<Frame | null> {
    for (let frame = await this.next(); frame; frame = await this.next()) {
      if (frame.data !== undefined) return frame;
    }
    return null;
  }

  /** The next `count` events. */
  async events(count: number): Promise<Frame[]> {
    const frames: Frame[] = [];
    while (frames.length < count) {
      const frame = await this.event();
      if (!frame) break;
      frames.push(frame);
    }
    return frames;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel().catch(() => {});
  }
}

/** Subscribes to all events after `cursor`, or from the live tail on, by query or by header. */
export async function subscribe(
  h: Harness,
  from: { cursor?: number; lastEventId?: number } = {},
): Promise<SseReader> {
  const headers: HeadersInit = from.lastEventId === undefined
    ? {}
    : { "last-event-id": String(from.lastEventId) };
  const response = await h.send(`/events${from.cursor === undefined ? "" : `?cursor=${from.cursor}`}`, {
    headers,
  });
  if (response.status !== 200) throw new Error(await response.text());
  return new SseReader(response);
}

/** Appends that many events to the log, as many together as it says: those share a commit. */
export async function appendEvents(h: Harness, count: number, together = 1): Promise<void> {
  for (let left = count; left > 0; left -= together) {
    const passes = Array.from(
      { length: Math.min(together, left) },
      () => h.composition.maintenance.runOnce(),
    );
    await Promise.all(passes);
  }
}
