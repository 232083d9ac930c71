import type { Harness } from "../harness.ts";

/** One event or comment of a stream, field by field as it was sent. */
export type Frame = { id?: string; event?: string; data?: string; retry?: string; comment?: string };

/** Reads frames off a stream of server-sent events; dispose it to drop the connection. */
export class SseReader implements AsyncDisposable {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = "";

  constructor(response: Response) {
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next frame, or null at the end of the stream. */
  async next(): Promise<Frame | null> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const frame = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return parse(frame);
      }
      const { value, done } = await this.#reader.read();
      if (done) return null;
      this.#text += value;
    }
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

function parse(text: string): Frame {
  const frame: Frame = {};
  for (const line of text.split("\n")) {
    if (line.startsWith(":")) frame.comment = line.slice(1).trim();
    else {
      const [name, ...rest] = line.split(": ");
      frame[name as "id" | "event" | "data" | "retry"] = rest.join(": ");
    }
  }
  return frame;
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
