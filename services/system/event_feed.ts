import type { StoredEvent } from "../../store/event.ts";
import type { EventStore } from "../../store/event_store.ts";
import { envelopeOf } from "./envelope.ts";

/** Frames kept in memory for subscribers at the tail; whoever is further behind reads the table. */
const RECENT = 2048;

/** Events read from the table at once. */
const PAGE = 256;

/** A comment goes out when nothing else did for so long, so that both sides see a dead connection. */
export const HEARTBEAT_MILLISECONDS = 15_000;

type Frame = { seq: number; bytes: Uint8Array };
type Wake = "event" | "heartbeat" | "closed";

const encode = (text: string) => new TextEncoder().encode(text);
const RETRY = encode("retry: 3000\n\n");
const HEARTBEAT = encode(": still here\n\n");

/**
 * Every durable event as server-sent events, from any sequence on. Each subscriber pulls at its own pace, from memory at
 * the tail and from the table behind it, so none is dropped and none makes another wait.
 */
export class EventFeed {
  readonly #recent: Frame[] = [];
  readonly #waiting = new Set<(wake: Wake) => void>();
  readonly #unsubscribe: () => void;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #durable: number;
  #closed = false;

  constructor(readonly store: EventStore) {
    this.#durable = store.head;
    this.#unsubscribe = store.subscribe((events) => this.#publish(events));
    this.#heartbeat = setInterval(() => this.#wake("heartbeat"), HEARTBEAT_MILLISECONDS);
    Deno.unrefTimer(this.#heartbeat as unknown as number);
  }

  /** The newest sequence that has been on disk; the cursor of whoever starts at the live tail. */
  get tail(): number {
    return this.#durable;
  }

  /** How many subscribers wait for the next event. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** A stream of all events after `cursor`. */
  open(cursor: number): ReadableStream<Uint8Array> {
    let after = cursor;
    let wake: ((wake: Wake) => void) | null = null;
    return new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(RETRY),
      pull: async (controller) => {
        for (;;) {
          const chunk = this.#after(after);
          if (chunk) {
            after = chunk.seq;
            return controller.enqueue(chunk.bytes);
          }
          if (this.#closed) return controller.close();
          const woken = await new Promise<Wake>((resolve) => this.#waiting.add(wake = resolve));
          if (woken === "heartbeat") return controller.enqueue(HEARTBEAT);
        }
      },
      cancel: () => {
        if (wake) this.#waiting.delete(wake);
      },
    });
  }

  /** Ends all streams after what they have not read yet. */
  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    clearInterval(this.#heartbeat);
    this.#wake("closed");
  }

  #publish(events: readonly StoredEvent[]): void {
    for (const event of events) this.#recent.push(this.#frame(event));
    this.#recent.splice(0, Math.max(0, this.#recent.length - RECENT));
    this.#durable = events.at(-1)?.seq ?? this.#durable;
    this.#wake("event");
  }

  #wake(reason: Wake): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve(reason);
  }

  #after(cursor: number): Frame | null {
    if (cursor >= this.#durable) return null;
    const first = this.#recent[0];
    const frames = first && first.seq <= cursor + 1
      ? this.#recent.slice(cursor + 1 - first.seq, cursor + 1 - first.seq + PAGE)
      : this.store.events.after(cursor, PAGE).filter((event) => event.seq <= this.#durable).map((event) =>
        this.#frame(event)
      );
    const last = frames.at(-1);
    if (!last) return null;
    return frames.length === 1 ? last : { seq: last.seq, bytes: concat(frames) };
  }

  #frame(event: StoredEvent): Frame {
    const data = JSON.stringify(envelopeOf(event, this.store.installation));
    return { seq: event.seq, bytes: encode(`id: ${event.seq}\nevent: ${event.type}\ndata: ${data}\n\n`) };
  }
}

function concat(frames: readonly Frame[]): Uint8Array {
  const bytes = new Uint8Array(frames.reduce((sum, frame) => sum + frame.bytes.length, 0));
  let at = 0;
  for (const frame of frames) {
    bytes.set(frame.bytes, at);
    at += frame.bytes.length;
  }
  return bytes;
}
