import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { Random } from "../recovery/load/random.ts";
import type { ServiceProcess } from "../recovery/service_process.ts";
import { Site } from "../recovery/site.ts";
import { allRows, assertRunsOnce } from "./one_each.ts";
import { automateReally, lookAt } from "./trials/real.ts";

const SECRET = "a-secret-that-two-parties-know";

/** What is posted: every delivery twice, by so many clients at once, over so many kills of the service. */
export type Posting = { posts: number; clients: number; kills: number; seed: number };

type Answer = { index: number; deliveryId: string; fireId: string; outcome: string };

/**
 * Posts every delivery twice, in any order, to a service that is killed and started again, as a sender that repeats what was not
 * acknowledged. Fails where one started two runs or none, or where an acknowledged one is not on record.
 */
export async function postTwice(
  { posts, clients, kills, seed }: Posting,
): Promise<{ runs: number; repeated: number }> {
  using site = Site.make();
  let service = await site.start({ workers: 0 });
  const secret = await service.operator("POST /secrets", {
    body: { name: "hook", kind: "webhook", value: SECRET },
  });
  await automateReally(service, site, {
    kind: "webhook",
    path: "build",
    secretId: secret.id,
    verification: "standard_webhooks",
    maxPerMinute: 60_000,
  });
  const dice = new Random(seed);
  const waiting = Array.from({ length: posts }, (_, i) => i >> 1)
    .map((index) => ({ index, at: dice.next() })).sort((a, b) => a.at - b.at).map(({ index }) => index);
  const answers: Answer[] = [];
  let repeated = 0;
  let alive = Promise.resolve();
  const killAt = Array.from({ length: kills }, (_, i) => Math.floor(posts * (i + 1) / (kills + 1)));
  const restart = async () => {
    await service.kill();
    await service[Symbol.asyncDispose]();
    service = await site.start({ workers: 0 });
  };
  const client = async () => {
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const answer = await post(service, index);
      if (answer === null) {
        repeated++;
        waiting.push(index);
        await alive;
        continue;
      }
      answers.push(answer);
      if (answers.length === killAt[0]) {
        killAt.shift();
        alive = restart();
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await alive;
  await site.end(service);
  await service[Symbol.asyncDispose]();
  assert.equal(answers.length, posts);
  return await lookAt(site, (h) => {
    const rows = new Map(allRows(h).map((row) => [row.delivery_id, row]));
    const runs = assertRunsOnce(h);
    const started = [...rows.values()].filter(({ outcome }) => outcome === "fired").map(({ dedupe_key }) =>
      dedupe_key
    );
    assert.deepEqual(
      started.toSorted(),
      Array.from({ length: posts / 2 }, (_, i) => `msg_${i}`).toSorted(),
      "each id once",
    );
    for (const { index, deliveryId, fireId, outcome } of answers) {
      const row = rows.get(deliveryId);
      assert.deepEqual(
        [row?.dedupe_key, row?.outcome, outcome === "fired" ? row?.id : row?.replay_of],
        [`msg_${index}`, outcome, fireId],
        "an acknowledged delivery is on record",
      );
    }
    return { runs, repeated };
  });
}

/** Posts one delivery; null where nobody answered. */
async function post(service: ServiceProcess, index: number): Promise<Answer | null> {
  const body = JSON.stringify({ index });
  const [id, timestamp] = [`msg_${index}`, String(Math.floor(Date.now() / 1000))];
  const signature = createHmac("sha256", SECRET).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  try {
    const response = await service.send("/automation-webhooks/build", { method: "POST", headers, body });
    const answer = await response.json();
    assert.equal(response.status, 202, JSON.stringify(answer));
    const [{ fireId, outcome }] = answer.fires;
    return { index, deliveryId: answer.deliveryId, fireId, outcome };
  } catch (cause) {
    if (cause instanceof assert.AssertionError) throw cause;
    return null;
  }
}
