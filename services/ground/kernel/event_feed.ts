import type { StoredEvent } from "../../../store/event.ts";
import type { EventStore } from "../../../store/event_store.ts";
import { envelopeOf, type Ephemeral, ephemeralEnvelopeOf } from "./envelope.ts";
import { nextTurn } from "./next_turn.ts";

/** How many frames are kept in memory for subscribers at the tail; slower ones read the table. */
const RECENT = 2048;

/** How many events are read at once: the table's are read and turned into frames in one turn of the event loop. */
const PAGE = 64;

/** A chunk ends with the frame that makes it longer, so that a slow subscriber costs little memory. */
const MAX_CHUNK_BYTES = 64 * 1024;

/** How many ephemeral frames wait for one subscriber; further ones are dropped. */
const MAX_EPHEMERAL = 256;

/** A comment is sent after this long without anything else, so that both sides detect a dead connection. */
export const HEARTBEAT_MILLISECONDS = 15_000;

type Frame = { seq: number; bytes: Uint8Array; conversationId?: string | undefined };

/** An event at the tail; its frame is made when the first subscriber needs it. */
type Recent = { event: StoredEvent; frame: Frame | null };

/** How far a subscriber has read, whether from the table, and what it gets next; null if no event was meant for it. */
type Chunk = { seq: number; bytes: Uint8Array | null; isFromTable: boolean };
/** A subscriber, and the ephemeral frames that wait for it. */
type Subscriber = { conversationId: string | undefined; shown: Uint8Array[] };
type Wake = "event" | "heartbeat" | "closed";

const encode = (text: string) => new TextEncoder().encode(text);
const RETRY = encode("retry: 3000\n\n");
const HEARTBEAT = encode(": still here\n\n");

/**
 * Every durable event as server-sent events, from any sequence. Each subscriber reads at its own pace, from memory at
 * the tail and from the table otherwise, so none is dropped and none delays another.
 */
export class EventFeed {
  readonly #recent: Recent[] = [];
  readonly #waiting = new Set<(wake: Wake) => void>();
  readonly #subscribers = new Set<Subscriber>();
  readonly #unsubscribe: () => void;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #durable: number;
  #shown = 0;
  #closed = false;

  constructor(readonly store: EventStore) {
    this.#durable = store.head;
    this.#unsubscribe = store.subscribe((events) => this.#publish(events));
    this.#heartbeat = setInterval(() => this.#wake("heartbeat"), HEARTBEAT_MILLISECONDS);
    Deno.unrefTimer(this.#heartbeat as unknown as number);
  }

  /** The newest sequence that is on disk, where subscribers to the live tail start. */
  get tail(): number {
    return this.#durable;
  }

  /** How many subscribers wait for the next event. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Returns a stream of all events after `cursor`, or of those of one conversation. */
  open(cursor: number, conversationId?: string): ReadableStream<Uint8Array> {
    let after = cursor;
    let wake: ((wake: Wake) => void) | null = null;
    let hasLeft = false;
    const subscriber: Subscriber = { conversationId, shown: [] };
    this.#subscribers.add(subscriber);
    return new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(RETRY),
      pull: async (controller) => {
        for (;;) {
          const chunk = this.#after(after, conversationId);
          if (chunk) {
            after = chunk.seq;
            if (chunk.isFromTable) await nextTurn(); // a subscriber that is quick would keep the others waiting
            if (hasLeft) return;
            if (chunk.bytes) return controller.enqueue(chunk.bytes);
            continue;
          }
          const shown = subscriber.shown.shift();
          if (shown) return controller.enqueue(shown);
          if (this.#closed) return controller.close();
          const woken = await new Promise<Wake>((resolve) => this.#waiting.add(wake = resolve));
          if (woken === "heartbeat") return controller.enqueue(HEARTBEAT);
        }
      },
      cancel: () => {
        hasLeft = true;
        this.#subscribers.delete(subscriber);
        if (wake) this.#waiting.delete(wake);
      },
    });
  }

  /**
   * Sends something to current subscribers, such as the words of a model as they arrive. It has no sequence, is not
   * stored, never precedes a durable event that exists, and is dropped for slow subscribers.
   */
  show(ephemeral: Ephemeral): void {
    if (this.#closed || this.#subscribers.size === 0) return;
    const envelope = ephemeralEnvelopeOf(ephemeral, this.store.installation, ++this.#shown);
    const bytes = encode(`event: ${ephemeral.type}\ndata: ${JSON.stringify(envelope)}\n\n`);
    for (const { conversationId, shown } of this.#subscribers) {
      const meant = conversationId === undefined || conversationId === ephemeral.conversationId;
      if (meant && shown.length < MAX_EPHEMERAL) shown.push(bytes);
    }
    this.#wake("event");
  }

  /** Ends all streams after what they have not read yet. */
  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    clearInterval(this.#heartbeat);
    this.#wake("closed");
  }

  #publish(events: readonly StoredEvent[]): void {
    // A deletion has erased data that older frames still contain; subscribers behind it read the table.
    if (events.some((event) => event.type.endsWith(".deleted"))) this.#recent.length = 0;
    for (const event of events) this.#recent.push({ event, frame: null });
    // In larger steps than one batch, so that the rest is rarely moved.
    if (this.#recent.length > 2 * RECENT) this.#recent.splice(0, this.#recent.length - RECENT);
    this.#durable = events.at(-1)?.seq ?? this.#durable;
    this.#wake("event");
  }

  #wake(reason: Wake): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve(reason);
  }

  #after(cursor: number, conversationId: string | undefined): Chunk | null {
    if (cursor >= this.#durable) return null;
    const first = this.#recent[0]?.event;
    const inMemory = first && first.seq <= cursor + 1;
    const page = inMemory
      ? this.#recent.slice(cursor + 1 - first.seq, cursor + 1 - first.seq + PAGE).map((recent) =>
        recent.frame ??= this.#frame(recent.event)
      )
      : this.#read(cursor, conversationId);
    const taken = startOf(page);
    const frames = conversationId === undefined
      ? taken
      : taken.filter((frame) => frame.conversationId === conversationId);
    // A conversation's page that is not full is complete: what lies between was not meant for it.
    const complete = conversationId !== undefined && !inMemory && page.length < PAGE &&
      taken.length === page.length;
    const seq = complete ? this.#durable : taken.at(-1)?.seq;
    if (seq === undefined) return null;
    const bytes = frames.length > 1 ? concat(frames) : frames[0]?.bytes ?? null;
    return { seq, bytes, isFromTable: !inMemory };
  }

  #read(cursor: number, conversationId: string | undefined): Frame[] {
    const { events } = this.store;
    const page = conversationId === undefined
      ? events.after(cursor, PAGE)
      : events.ofConversation(conversationId, cursor, PAGE);
    return page.filter((event) => event.seq <= this.#durable).map((event) => this.#frame(event));
  }

  #frame(event: StoredEvent): Frame {
    const data = JSON.stringify(envelopeOf(event, this.store.installation));
    const bytes = encode(`id: ${event.seq}\nevent: ${event.type}\ndata: ${data}\n\n`);
    return { seq: event.seq, bytes, conversationId: event.conversationId };
  }
}

/** The frames of one chunk: whole ones, and at least one. */
function startOf(page: readonly Frame[]): readonly Frame[] {
  let bytes = 0;
  const end = page.findIndex((frame) => (bytes += frame.bytes.length) > MAX_CHUNK_BYTES);
  return end === -1 ? page : page.slice(0, end + 1);
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
