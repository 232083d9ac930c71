import { answerLines } from "../../../bench/process.ts";
import { type Frame, SseClient } from "../../../bench/sse_client.ts";
import { Random } from "../../recovery/load/random.ts";

/** Of so many at once: whoever connects all in one moment only fills the queue of the listener. */
const CONNECTING = 32;
/** A subscriber whose connection ended comes back after up to so long. */
const RETRY_MILLISECONDS = 500;

/** What is asked of this program. */
export type Asked =
  /** To subscribe to everything after an event. */
  | { subscribe: { port: number; count: number; after: number; seed: number } }
  /** To drop so many connections at random; their subscribers come back where they were. */
  | { drop: number }
  /** To wait until everybody has seen an event, at most so long, and to say what all have seen. */
  | { until: number; seconds: number };

/** What subscribers have seen. `faults` counts sequences that were missing, came twice or too early. */
export type Seen = {
  subscribers: number;
  /** How many have seen the last event. */
  complete: number;
  delivered: number;
  faults: number;
  resumed: number;
  refused: Record<string, number>;
  /** For each event, the milliseconds from its first subscriber to its last that stayed connected. */
  spans: number[];
};

/** First and last arrival of each event, and how often a subscriber was refused. */
class Arrivals {
  readonly first = new Map<number, number>();
  readonly last = new Map<number, number>();
  readonly refused: Record<string, number> = {};

  add(sequence: number, at: number): void {
    if (!this.first.has(sequence)) this.first.set(sequence, at);
    this.last.set(sequence, at);
  }

  refuse(sentence: string): void {
    this.refused[sentence] = (this.refused[sentence] ?? 0) + 1;
  }
}

/** Sees to it that every sequence comes once and in order, across all of its connections. */
class Subscriber {
  delivered = 0;
  faults = 0;
  resumed = 0;
  client: SseClient | null = null;
  /** Only what came on a connection that was there before is timed: the rest waited for the connection. */
  #since: number;

  constructor(
    readonly port: number,
    public last: number,
    readonly arrivals: Arrivals,
    readonly dice: Random,
  ) {
    this.#since = last;
  }

  async connect(lastEventId: number | null): Promise<void> {
    this.client = await SseClient.connect(this.port, lastEventId);
  }

  /** Follows for as long as this program runs. */
  async follow(head: () => number): Promise<never> {
    for (;;) {
      const { client } = this;
      if (client !== null) {
        await client.read((frames) => this.#take(frames)).catch(() => {});
        this.drop();
      }
      await new Promise((resolve) => setTimeout(resolve, this.dice.next() * RETRY_MILLISECONDS));
      try {
        await this.connect(this.last);
        this.resumed++;
        this.#since = Math.max(head(), this.last);
      } catch (cause) {
        if (cause instanceof Error && /^HTTP/.test(cause.message)) {
          this.arrivals.refuse(cause.message.slice(0, 40));
        }
      }
    }
  }

  drop(): void {
    try {
      this.client?.close();
    } catch {
      // It was closed already.
    }
    this.client = null;
  }

  #take(frames: readonly Frame[]): boolean {
    const at = performance.now();
    for (const frame of frames) {
      if (typeof frame !== "object") continue;
      if (frame.id !== this.last + 1) this.faults++;
      this.delivered++;
      this.last = frame.id;
      if (frame.id > this.#since) this.arrivals.add(frame.id, at);
    }
    return this.client !== null;
  }
}

const subscribers: Subscriber[] = [];
const arrivals = new Arrivals();
let dice = new Random(1);
const head = () => Math.max(0, ...[...arrivals.first.keys()].slice(-1));

async function subscribe(
  { port, count, after, seed }: { port: number; count: number; after: number; seed: number },
) {
  dice = new Random(seed);
  const added = Array.from(
    { length: count },
    (_, at) => new Subscriber(port, after, arrivals, new Random(seed + at + 1)),
  );
  const waiting = [...added];
  const beganAt = performance.now();
  await Promise.all(Array.from({ length: CONNECTING }, async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await one.connect(after);
  }));
  subscribers.push(...added);
  for (const one of added) void one.follow(head);
  return { milliseconds: performance.now() - beganAt };
}

function drop(count: number) {
  for (let left = count; left > 0; left--) subscribers[dice.between(0, subscribers.length - 1)]!.drop();
  return {};
}

async function seen(newest: number, seconds: number): Promise<Seen> {
  const end = performance.now() + 1000 * seconds;
  while (performance.now() < end && subscribers.some(({ last }) => last < newest)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const sum = (field: "delivered" | "faults" | "resumed") =>
    subscribers.reduce((total, one) => total + one[field], 0);
  return {
    subscribers: subscribers.length,
    complete: subscribers.filter(({ last }) => last >= newest).length,
    delivered: sum("delivered"),
    faults: sum("faults"),
    resumed: sum("resumed"),
    refused: arrivals.refused,
    spans: [...arrivals.first].map(([sequence, at]) => arrivals.last.get(sequence)! - at),
  };
}

if (import.meta.main) {
  await answerLines((asked: Asked) => {
    if ("subscribe" in asked) return subscribe(asked.subscribe);
    if ("drop" in asked) return drop(asked.drop);
    return seen(asked.until, asked.seconds);
  });
  Deno.exit(0); // the connections would keep it
}
