import assert from "node:assert/strict";
import { z } from "zod";
import { buildApp } from "../../routes/app.ts";
import { statusOf } from "../../routes/endpoint.ts";
import { api } from "../../routes/mod.ts";
import { made } from "../../services/ground/kernel/made.ts";
import { AGENT, type Harness, harness, OPERATOR } from "../harness.ts";
import { allExercises, type Exercise } from "../kit/exercise.ts";
import { OF_RUNS } from "../store/arbitrary_events.ts";
import { ENDPOINTS, pathWith } from "./endpoints.ts";
import { World } from "../runs/runs_world.ts";

const endpoints = new Map(ENDPOINTS.map((each) => [each.key, each]));

Deno.test("every endpoint answers in its declared shape, in a world where everything exists", async (t) => {
  await using world = await World.make();
  const exercised = new Set<string>();
  const { reads, writes } = await allExercises(world);
  await t.step("to the agent, whose reading changes nothing", async () => {
    const before = world.h.store.head;
    for (const exercise of reads) {
      if (endpoints.get(exercise.key)!.endpoint.access !== "agent-read") continue;
      await answersItsContract(world.h, exercise, AGENT);
    }
    assert.equal(world.h.store.head, before);
  });
  await t.step("to the operator", async () => {
    for (const exercise of [...reads, ...writes]) {
      exercised.add(exercise.key);
      await answersItsContract(world.h, exercise);
    }
    assert.deepEqual(world.h.rebuildDifferences(), []);
    assert.deepEqual(strangersWithRuns(world.h).filter((kind) => kind !== "conversation"), []);
  });
  assert.deepEqual(ENDPOINTS.map(({ key }) => key).filter((key) => !exercised.has(key)), []);
});

/** Kinds of streams that name a run in the log and that the tests of the store do not count to a run's. */
function strangersWithRuns(h: Harness): string[] {
  const events = h.store.events.after(0, 10_000).filter(({ runId }) => runId !== undefined);
  assert.ok(events.length > 100);
  return [...new Set(events.map(({ stream }) => stream.split("/")[0]!))]
    .filter((kind) => !OF_RUNS.includes(kind));
}

async function answersItsContract(h: Harness, { key, path, body, headers: own }: Exercise, token = OPERATOR) {
  const { method, endpoint } = endpoints.get(key)!;
  const headers = { "content-type": "application/json", ...own };
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const response = await h.send(path, init, token);
  const { output, agentOutput } = endpoint;
  const status = statusOf(endpoint);
  if (!(output instanceof z.ZodType)) {
    assert.equal(response.status, status, path);
    return await response.body?.cancel();
  }
  const payload = await response.json();
  assert.equal(response.status, status, `${path}: ${payload.error}`);
  assert.equal(response.headers.get("content-type"), "application/json", path);
  assert.equal(response.headers.get("x-agent-harness-ignored"), null, path);
  const schema = (token === AGENT ? agentOutput : undefined) ?? output;
  // Strict: what the schema does not declare must not be there either.
  assert.deepEqual(schema.parse(payload), payload, path);
}

for (const validateContracts of [true, false]) {
  const outcome = validateContracts ? "500 with a sentence that names the route" : "let through";
  Deno.test(`with validation ${validateContracts ? "on" : "off"} an answer of a wrong shape is ${outcome}`, async () => {
    await using h = await harness();
    const { service } = h;
    const app = buildApp({
      api,
      handlers: Object.fromEntries(
        ENDPOINTS.map(({ key, endpoint }) => [key, () => endpoint.creates ? made(42) : 42]),
      ),
      service: { ...service, config: { ...service.config, validateContracts } },
      port: () => 4317,
    });
    for (const { key, method, path, endpoint } of ENDPOINTS) {
      if (!(endpoint.output instanceof z.ZodType)) continue;
      // Only where the input may be anything does the request reach the handler.
      if (endpoint.query?.safeParse({}).success === false) continue;
      if (endpoint.body?.safeParse({}).success === false) continue;
      const response = await app.request(`http://127.0.0.1:4317${pathWith(path)}`, {
        method,
        headers: { host: "127.0.0.1:4317", authorization: `Bearer ${OPERATOR}` },
      });
      const payload = await response.json();
      assert.equal(response.status, validateContracts ? 500 : statusOf(endpoint), key);
      if (validateContracts) assert.ok(payload.error.includes(key), payload.error);
      else assert.equal(payload, 42, key);
    }
  });
}
