import assert from "node:assert/strict";
import { Program } from "../../bench/process.ts";
import { allRows, assertRunsOnce } from "../automations/one_each.ts";
import { automateReally, lookAt } from "../automations/trials/real.ts";
import { Site } from "../recovery/site.ts";
import { LoadedService, type LoadOptions } from "./loaded_service.ts";
import { Person, rank, spread } from "./person.ts";
import type { Asked, Posted } from "./programs/webhooks.ts";

const SECRET = "a-secret-that-two-parties-know";
/** The service is killed so often, at moments that divide the time. */
const KILLS = 2;

/** What the trial has found. */
export type WebhooksResult = Omit<Posted, "fires"> & {
  deliveries: number;
  runs: number;
  reads: number[];
  mostMegabytes: number;
  /** Microseconds of the processor for each post. */
  processorEach: number;
  starts: number[];
  heldLoop: string | null;
};

/**
 * So many deliveries a second, each posted twice, while a person looks at the dashboard and the service is killed. Throws unless
 * each acknowledged delivery led to one run.
 */
export async function tryWebhooks({ count, seconds, seed, profile }: LoadOptions): Promise<WebhooksResult> {
  using site = Site.make();
  await using service = await LoadedService.start({ storage: site.storage, profile });
  await using senders = new Program("webhooks", "tests/load/programs");
  const { operator } = service.process;
  const { id: secretId } = await operator("POST /secrets", {
    body: { name: "hook", kind: "webhook", value: SECRET },
  });
  await automateReally(service.process, site, {
    kind: "webhook",
    path: "build",
    secretId,
    verification: "standard_webhooks",
    maxPerMinute: 60_000,
  });
  const before = await service.taken();
  const person = new Person(() => service.url);
  const posts = 2 * Math.ceil(count * seconds / 2);
  const url = `${service.process.url}/automation-webhooks/build`;
  let isOver = false;
  const posting = senders.ask<Posted>({ url, secret: SECRET, posts, perSecond: count, seed } satisfies Asked)
    .finally(() => isOver = true);
  for (let kill = 1; kill <= KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds / (KILLS + 1)));
    if (!isOver) await service.killAndStart();
  }
  const { fires, ...posted } = await posting;
  await person.leave();
  const after = await service.taken();
  const heldLoop = await service.heldLoop();
  await service.end("terminate");
  const runs = await lookAt(site, (h) => {
    const fired = allRows(h).filter(({ outcome }) => outcome === "fired");
    assert.deepEqual(
      Object.fromEntries(fired.map(({ dedupe_key, id }) => [dedupe_key, id])),
      Object.fromEntries(Object.entries(fires).map(([index, id]) => [`msg_${index}`, id])),
      "each acknowledged delivery has its row",
    );
    assert.equal(fired.length, posts / 2, "each delivery was processed once");
    return assertRunsOnce(h);
  });
  return {
    ...posted,
    deliveries: posts / 2,
    runs,
    reads: person.times,
    mostMegabytes: after.mostMegabytes,
    processorEach: Math.round((after.processorSeconds - before.processorSeconds) / posts * 1e6),
    starts: service.starts.slice(1),
    heldLoop,
  };
}

/** Says what was found. Returns whether nothing was refused and no request took longer than a second. */
export function reportWebhooks(result: WebhooksResult, say: (line: string) => void): boolean {
  const { deliveries, runs, repeated, faults, reads, first, last, most, waited } = result;
  say(
    `${
      2 * deliveries
    } posts of ${deliveries} deliveries, over ${result.starts.length} kills: ${runs} runs, each of one delivery; ` +
      `${repeated} posts had no answer and were sent again; ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, 5)) say(`  ${fault}`);
  say(
    `  posts: first quarter ${spread(first)}; last quarter ${spread(last)}; most of all ${
      rank([most], 1)
    } ms; while it started ${rank([waited], 1)} ms`,
  );
  say(`  reads beside them: ${spread(reads)}`);
  say(
    `  ${result.processorEach} µs of the processor for each post; memory at most ${result.mostMegabytes} MB; answering after ` +
      `${result.starts.join(" and ")} ms; the sender ended ${result.behindMilliseconds} ms after its plan`,
  );
  if (result.heldLoop !== null) say(`  ${result.heldLoop}`);
  return faults.length === 0 && rank([...reads, most], 1) <= 1000;
}
