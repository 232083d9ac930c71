import type { StoredEvent } from "../../../store/event.ts";
import type { EventStore } from "../../../store/event_store.ts";
import type { Ephemeral } from "./envelope.ts";
import {
  concat,
  ephemeralFrame,
  type EventFrame,
  frameOf,
  HEARTBEAT,
  HEARTBEAT_MILLISECONDS,
  RETRY,
  startOf,
  tooManyStreams,
} from "./event_frames.ts";
import { nextTurn } from "./next_turn.ts";

/** How many frames are kept in memory for subscribers at the tail; slower ones read the table. */
const RECENT = 2048;

/** How many events are read at once: the table's are read and turned into frames in one turn of the event loop. */
const PAGE = 64;

/** How many ephemeral frames wait for one subscriber; further ones are dropped. */
const MAX_EPHEMERAL = 256;

/** How many subscribers go on in one turn of the event loop; the next ones follow after others were answered. */
const WOKEN_AT_ONCE = 128;

/** An event at the tail; its frame is made when the first subscriber needs it. */
type Recent = { event: StoredEvent; frame: EventFrame | null };
/** How far a subscriber has read, whether from the table, and what it gets next; null if no event was meant for it. */
type Chunk = { seq: number; bytes: Uint8Array | null; isFromTable: boolean };
/** A subscriber, and the ephemeral frames that wait for it. */
type Subscriber = { conversationId: string | undefined; shown: Uint8Array[] };
type Wake = "event" | "heartbeat" | "closed";

/**
 * Every durable event as server-sent events, from any sequence. Each subscriber reads at its own pace, from memory at
 * the tail and from the table otherwise, so none is dropped and none delays another.
 */
export class EventFeed {
  readonly #recent: Recent[] = [];
  readonly #waiting = new Set<(wake: Wake) => void>();
  /** Those that are woken next, with the reason. */
  readonly #woken: { go: (wake: Wake) => void; reason: Wake }[] = [];
  #isWaking = false;
  readonly #subscribers = new Set<Subscriber>();
  readonly #unsubscribe: () => void;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #durable: number;
  #shown = 0;
  #closed = false;

  constructor(readonly store: EventStore, readonly maxSubscribers = Infinity) {
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

  /**
   * Returns a stream of all events after `cursor`, or of those of one conversation. Throws `TooMuchError` if there are as many
   * subscribers as there may be.
   */
  open(cursor: number, conversationId?: string): ReadableStream<Uint8Array> {
    if (this.#subscribers.size >= this.maxSubscribers) throw tooManyStreams(this.maxSubscribers);
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
          if (hasLeft) return;
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
    const bytes = ephemeralFrame(ephemeral, this.store.installation, ++this.#shown);
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
    // A deletion has erased data that older events here still contain; subscribers behind it read the table.
    const deletion = events.findLastIndex((event) => event.type.endsWith(".deleted"));
    if (deletion >= 0) this.#recent.length = 0;
    for (const event of events.slice(Math.max(0, deletion))) this.#recent.push({ event, frame: null });
    // In larger steps than one batch, so that the rest is rarely moved.
    if (this.#recent.length > 2 * RECENT) this.#recent.splice(0, this.#recent.length - RECENT);
    this.#durable = events.at(-1)?.seq ?? this.#durable;
    this.#wake("event");
  }

  #wake(reason: Wake): void {
    for (const go of this.#waiting) this.#woken.push({ go, reason });
    this.#waiting.clear();
    if (!this.#isWaking) void this.#wakeInTurns();
  }

  async #wakeInTurns(): Promise<void> {
    this.#isWaking = true;
    while (this.#woken.length > 0) {
      for (const { go, reason } of this.#woken.splice(0, WOKEN_AT_ONCE)) go(reason);
      if (this.#woken.length > 0) await nextTurn();
    }
    this.#isWaking = false;
  }

  #after(cursor: number, conversationId: string | undefined): Chunk | null {
    if (cursor >= this.#durable) return null;
    const first = this.#recent[0]?.event;
    const inMemory = first && first.seq <= cursor + 1;
    const page = inMemory
      ? this.#recent.slice(cursor + 1 - first.seq, cursor + 1 - first.seq + PAGE).map((recent) =>
        recent.frame ??= frameOf(recent.event, this.store.installation)
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

  #read(cursor: number, conversationId: string | undefined): EventFrame[] {
    const { events } = this.store;
    const page =
      (conversationId === undefined
        ? events.after(cursor, PAGE)
        : events.ofConversation(conversationId, cursor, PAGE)).filter(({ seq }) => seq <= this.#durable);
    const frames = page.map((event) => frameOf(event, this.store.installation));
    if (conversationId === undefined) this.#remember(page, frames);
    return frames;
  }

  /** Keeps what comes right before what is in memory: after a start, all subscribers come back to the same events. */
  #remember(page: readonly StoredEvent[], frames: readonly EventFrame[]): void {
    const next = this.#recent[0]?.event.seq ?? this.#durable + 1;
    const older = page.filter(({ seq }) => seq < next);
    if (older.at(-1)?.seq !== next - 1 || this.#recent.length >= RECENT) return;
    this.#recent.unshift(...older.map((event, at) => ({ event, frame: frames[at] ?? null })));
  }
}
