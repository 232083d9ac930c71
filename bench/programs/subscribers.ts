import { manyClients } from "../clients.ts";
import { HttpClient, once, requestBytes } from "../http_client.ts";
import { answerLines } from "../process.ts";
import { CLIENTS } from "../size.ts";
import { type Frame, SseClient } from "../sse_client.ts";

/** What is asked of this program. Every `dropEvery`th subscriber hangs up once and comes back; 0: none does. */
export type Subscription = {
  port: number;
  subscribers: number;
  runs: number;
  dropEvery: number;
  body: string;
};

/** What came of it. `lost` counts events that a subscriber never saw, `disorder` those twice or late. */
export type Delivery = {
  events: number;
  delivered: number;
  lost: number;
  disorder: number;
  resumed: number;
  seconds: number;
  createSeconds: number;
};

/** Two heartbeats on end after the last run was answered prove that the service has nothing more to send. */
const IDLE_HEARTBEATS = 2;

type Status = { audit: { headSequence: number } };

async function deliver({ port, subscribers, runs, dropEvery, body }: Subscription): Promise<Delivery> {
  const first = await headOf(port);
  const range = { first, newest: Infinity };
  const followers = await Promise.all(Array.from({ length: subscribers }, async (_, i) => {
    const dropAt = dropEvery > 0 && i % dropEvery === 0 ? first + 1 + (i * 37) % runs : null;
    return new Follower(await SseClient.connect(port, null), range, dropAt);
  }));
  const begin = performance.now();
  const done = followers.map((follower) => follower.follow(port));
  await createRuns(port, runs, body);
  const createSeconds = (performance.now() - begin) / 1000;
  range.newest = await headOf(port);
  // One more, after the count is known: whoever sees it knows that it has seen all.
  await createRuns(port, 1, body);
  await Promise.all(done);
  const seconds = (performance.now() - begin) / 1000;
  const sum = (field: "delivered" | "lost" | "disorder" | "resumed") =>
    followers.reduce((total, follower) => total + follower[field], 0);
  return {
    events: range.newest - first,
    delivered: sum("delivered"),
    lost: sum("lost"),
    disorder: sum("disorder"),
    resumed: sum("resumed"),
    seconds,
    createSeconds,
  };
}

const headOf = async (port: number): Promise<number> =>
  (await once<Status>(port, "GET", "/control-plane/status")).audit.headSequence;

/** A subscriber that checks what it gets: every event of the range, once, in order. */
class Follower {
  delivered = 0;
  lost = 0;
  disorder = 0;
  resumed = 0;
  #last: number;
  #idle = 0;

  constructor(
    readonly client: SseClient,
    readonly range: { first: number; newest: number },
    readonly dropAt: number | null,
  ) {
    this.#last = range.first;
  }

  /** Reads until all has come, hanging up once on the way when it is to. */
  async follow(port: number): Promise<void> {
    await this.client.read((frames) => this.#take(frames));
    this.client.close();
    if (this.#last === this.dropAt) {
      const again = await SseClient.connect(port, this.#last);
      this.resumed++;
      await again.read((frames) => this.#take(frames));
      again.close();
    }
    this.lost += Math.max(0, this.range.newest - this.#last);
  }

  #take(frames: readonly Frame[]): boolean {
    for (const frame of frames) {
      if (frame === "comment" && this.range.newest !== Infinity) this.#idle++;
      if (typeof frame !== "object") continue;
      this.#idle = 0;
      if (frame.id > this.range.newest) {
        this.lost += Math.max(0, this.range.newest - this.#last);
        this.#last = frame.id;
        return false;
      }
      this.#see(frame.id);
      if (frame.id === this.dropAt && this.resumed === 0) return false;
    }
    return this.#idle < IDLE_HEARTBEATS;
  }

  #see(id: number): void {
    if (id <= this.#last) this.disorder++;
    else {
      this.delivered++;
      this.lost += id - this.#last - 1;
      this.#last = id;
    }
  }
}

async function createRuns(port: number, runs: number, body: string): Promise<void> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => HttpClient.connect(port)));
  const request = requestBytes(port, "POST", "/coordinator/runs", { body });
  await manyClients(CLIENTS, runs, async (client) => {
    const { status } = await clients[client]!.send(request);
    if (status !== 201) throw new Error(`POST /coordinator/runs: ${status}`);
  });
  for (const client of clients) client.close();
}

await answerLines(deliver);
