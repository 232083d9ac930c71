import { Program } from "../../bench/process.ts";
import { temporaryDirectory } from "../temporary.ts";
import { LoadedService, type LoadOptions } from "./loaded_service.ts";
import { Person, rank, spread } from "./person.ts";
import type { Asked, Seen } from "./programs/subscribers.ts";

/** How many of the subscribers lose their connection in each second. */
const DROPPED_SHARE = 0.01;
/** How many things happen in a second, each of which goes to all subscribers. */
const PER_SECOND = 5;
/** How long the last subscriber may take to see the last event. */
const PATIENCE_SECONDS = 120;

/** What a service has where nothing is said, and how many more than its subscribers it needs. */
const [USUAL_CONNECTIONS, FOR_REQUESTS] = [8_192, 2_000];

/** What one size has shown. */
export type SubscribersResult = Seen & {
  /** Kibibytes of the service for each subscriber. */
  memoryEach: number;
  mostMegabytes: number;
  /** Microseconds of the processor for each event that one subscriber got. */
  processorEach: number;
  reads: number[];
  writes: number[];
  connectSeconds: number;
  restartMilliseconds: number;
  heldLoop: string | null;
};

/**
 * So many subscribers of `/events` while things happen, a person looks at the dashboard, connections are dropped, and the service
 * is killed and started again in the middle. All must see every sequence exactly once and in order.
 */
export async function trySubscribers(
  { count, seconds, seed, profile }: LoadOptions,
  say: (line: string) => void,
): Promise<SubscribersResult> {
  const storage = temporaryDirectory();
  const environment = {
    AGENT_HARNESS_MAX_CONNECTIONS: String(Math.max(USUAL_CONNECTIONS, count + FOR_REQUESTS)),
  };
  await using service = await LoadedService.start({ storage, profile, environment });
  await using clients = new Program("subscribers", "tests/load/programs");
  const { operator } = service.process;
  const head = async () => (await service.process.operator("GET /control-plane/status")).audit.headSequence;
  await operator("GET /runs/counts");
  const before = await service.taken();
  const { milliseconds } = await clients.ask<{ milliseconds: number }>(
    { subscribe: { port: service.port, count, after: await head(), seed } } satisfies Asked,
  );
  const connected = await service.taken();
  const connecting = Math.round((connected.processorSeconds - before.processorSeconds) / count * 1e6);
  say(
    `${count} subscribers connected in ${
      (milliseconds / 1000).toFixed(1)
    } s, with ${connecting} µs of the processor for each`,
  );
  const writes: number[] = [];
  const person = new Person(() => service.url);
  const beganAt = performance.now();
  let [happened, dropped, isKilled, outage] = [0, 0, false, 0];
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - beganAt) / 1000 - outage) {
    if (!isKilled && elapsed > seconds / 2) {
      isKilled = true;
      const killedAt = performance.now();
      await service.killAndStart();
      outage = (performance.now() - killedAt) / 1000;
    }
    for (; happened < elapsed * PER_SECOND; happened++) {
      const content = `what happened in the trial as number ${happened}`;
      const sentAt = performance.now();
      await service.process.operator("POST /memory", {
        body: { type: "fact", scope: "global", content, source: { kind: "user", id: "trial" } },
      });
      writes.push(performance.now() - sentAt);
    }
    const drop = Math.floor(elapsed * DROPPED_SHARE * count) - dropped;
    if (drop > 0) await clients.ask({ drop } satisfies Asked);
    dropped += drop;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const until = await head();
  const seen = await clients.ask<Seen>({ until, seconds: PATIENCE_SECONDS } satisfies Asked);
  await person.leave();
  const after = await service.taken();
  for (const line of person.lines()) say(line);
  return {
    ...seen,
    memoryEach: Math.round((connected.megabytes - before.megabytes) * 1024 / count * 10) / 10,
    mostMegabytes: after.mostMegabytes,
    processorEach: Math.round((after.processorSeconds - connected.processorSeconds) / seen.delivered * 1e7) /
      10,
    reads: person.times,
    writes,
    connectSeconds: milliseconds / 1000,
    restartMilliseconds: service.starts.at(-1)!,
    heldLoop: await service.heldLoop(),
  };
}

/** Says what was found. Returns whether nothing was lost and no request took longer than a second. */
export function reportSubscribers(result: SubscribersResult, say: (line: string) => void): boolean {
  const { subscribers, complete, delivered, faults, resumed, refused, spans } = result;
  const { memoryEach, mostMegabytes, processorEach, reads, writes, restartMilliseconds, heldLoop } = result;
  say(
    `${complete} of ${subscribers} subscribers saw all: ${delivered} events delivered, ${faults} lost, twice or out of order, ` +
      `${resumed} connections resumed`,
  );
  for (const [what, times] of Object.entries(refused)) say(`  refused ${times} times: ${what}`);
  say(`  reads beside them: ${spread(reads)}; writes: ${spread(writes)}`);
  say(`  from the first subscriber of an event to its last: ${spread(spans)}`);
  say(
    `  memory: ${memoryEach} KiB for each subscriber, at most ${mostMegabytes} MB in all; ${processorEach} µs of the processor for ` +
      `each event of one subscriber; answering ${restartMilliseconds} ms after the start`,
  );
  if (heldLoop !== null) say(`  ${heldLoop}`);
  return complete === subscribers && faults === 0 && rank([...reads, ...writes], 1) <= 1000;
}
