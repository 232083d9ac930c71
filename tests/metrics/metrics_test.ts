import assert from "node:assert/strict";
import fc from "fast-check";
import { Durations, expositionOf } from "../../services/operations/metrics/exposition.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { Offer } from "../../services/workforce/worker_machines/leases/offer.ts";
import { assignmentStream } from "../../store/worker_machines/assignment.ts";
import { runStream } from "../../store/runs/stream.ts";
import { newRun } from "../../services/control/lifecycle/runs.ts";
import { metrics } from "../../services/operations/metrics/metrics.ts";
import type { Send } from "../../services/execution/worker_program/mod.ts";
import { TestRepository } from "../git.ts";
import { AGENT, type Harness, harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";
import { DOOR, doorOf, runMachine } from "../worker_machines/machine.ts";
import { untilEvent, untilPresent } from "../worker_machines/until.ts";
import { readExposition } from "./exposition.ts";
import { anyText } from "../kit/any_text.ts";

/** One value of `GET /metrics`; undefined if there is none with these labels. */
async function value(h: Harness, name: string, sample = "{}"): Promise<number | undefined> {
  const response = await h.send("/metrics", {}, AGENT);
  assert.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  return readExposition(await response.text()).get(name)?.samples.get(sample);
}

Deno.test("GET /metrics: the values follow a run that a worker machine verifies", async () => {
  await using h = await harness({ workers: 1, workerDoor: DOOR, checkedShare: 0 });
  using repository = TestRepository.make();
  const names = readExposition(await (await h.send("/metrics")).text());
  assert.deepEqual(names.get("agent_harness_runs")!.samples.get('{state="waiting"}'), 0);
  assert.equal(await value(h, "agent_harness_worker_machines_present"), 0);
  const events = await value(h, "agent_harness_events_total");
  await using machine = await runMachine(h);
  await untilPresent(h);
  await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    verifier: { command: "test -f b.txt" },
  });
  assert.equal(await value(h, "agent_harness_runs", '{state="waiting"}'), 1, machine.lines.join("\n"));
  assert.ok((await value(h, "agent_harness_events_total"))! > events!);
  assert.equal(await value(h, "agent_harness_worker_machines", '{status="active"}'), 1);
  assert.equal(await value(h, "agent_harness_worker_machines_present"), 1);
  assert.equal(await value(h, "agent_harness_offer_wait_seconds", "_count{}"), 1);
  assert.ok((await value(h, "agent_harness_verification_seconds_total", '{machine="w1"}'))! > 0);
  assert.equal(await value(h, "agent_harness_leases_lost_total"), 0);
  const asked = '_count{endpoint="GET /metrics"}';
  const before = await value(h, "agent_harness_request_duration_seconds", asked);
  assert.equal(await value(h, "agent_harness_request_duration_seconds", asked), before! + 1);
  assert.ok(
    (await value(
      h,
      "agent_harness_request_duration_seconds",
      '_count{endpoint="POST /worker/leases/:id/delivery"}',
    ))! > 0,
  );
  assert.ok((await value(h, "process_resident_memory_bytes"))! > 10_000_000);
  assert.ok((await value(h, "process_cpu_seconds_total"))! > 0);
});

Deno.test("GET /metrics: what waits, what is held, what is lost and what comes too late are counted", async () => {
  await using h = await harness({ workers: 1, workerDoor: DOOR, checkedShare: 0, leaseMilliseconds: 900 });
  using repository = TestRepository.make();
  let isCut = false;
  const door = doorOf(h);
  const cut: Send = (url, init) => isCut ? Promise.reject(new TypeError("cut")) : door(url, init);
  await using machine = await runMachine(h, {}, cut);
  await untilPresent(h);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: 'create b.txt with "b"',
      repoPath: repository.root,
      verifier: { command: "sleep 600" },
      fix: 0,
    },
  });
  await untilEvent(machine.service, "process.started");
  assert.equal(await value(h, "agent_harness_leases_held"), 1);
  assert.equal(await value(h, "agent_harness_offers_waiting", '{kind="verification"}'), 0);
  isCut = true;
  await untilEvent(h, "assignment.lost");
  assert.equal(await value(h, "agent_harness_leases_lost_total"), 1);
  assert.equal(await value(h, "agent_harness_leases_held"), 0);
  assert.equal(await value(h, "agent_harness_offers_waiting", '{kind="verification"}'), 1);
  isCut = false;
  const assignment = h.store.events.after(0, 10_000).find(({ type }) => type === "assignment.offered")!;
  const late = { id: assignment.stream.split("/")[1]!, fence: 0, have: {} };
  const refused = await value(h, "agent_harness_fences_refused_total");
  await assert.rejects(
    machine.client.fetch({ method: "POST", path: "/worker/claims", body: late }),
    /with the fence 0 is void/,
  );
  assert.equal(await value(h, "agent_harness_fences_refused_total"), refused! + 1);
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  await h.settled(id);
  assert.equal(await value(h, "agent_harness_offers_waiting", '{kind="verification"}'), 0);
});

Deno.test("GET /metrics: tasks that wait are counted apart from verifications, and how long they waited", async () => {
  let now = Date.parse("2026-01-02T12:00:00.000Z");
  await using h = await harness({ now: () => new Date(now) });
  const ctx = contextFor(h.service, "system");
  const task = { round: 1, repoPath: "/r", taskSessionId: "task_1", provider: "builtin", model: "none" };
  const more = { kind: "task" as const, isInstalled: false, bringsModels: false, repositoryId: "r" };
  const held = { machineId: "machine_1", name: "w1", fence: 1 };
  const [known, unknown] = [ctx.newId("assignment"), ctx.newId("assignment")];
  const offer = new Offer(known, { ...task, ...more, runId: "run_1", baseTree: "", setup: null });
  record(ctx, assignmentStream, known, [{ type: "assignment.task_offered", data: task }]);
  h.service.machines.offers.add(offer);
  await ctx.settled();
  assert.equal(await value(h, "agent_harness_offers_waiting", '{kind="task"}'), 1);
  assert.equal(await value(h, "agent_harness_offers_waiting", '{kind="verification"}'), 0);
  now += 10_000;
  for (const id of [known, unknown]) {
    record(ctx, assignmentStream, id, [{ type: "assignment.claimed", data: held }]);
  }
  offer.take(held.machineId);
  await ctx.settled();
  assert.equal(await value(h, "agent_harness_offers_waiting", '{kind="task"}'), 0);
  assert.equal(
    await value(h, "agent_harness_offer_wait_seconds", "_count{}"),
    1,
    "not what began before the start",
  );
  assert.equal(await value(h, "agent_harness_offer_wait_seconds", "_sum{}"), 10);
  h.service.machines.offers.delete(offer);
});

Deno.test("GET /metrics: a scrape reads as many rows with two thousand runs as with ten", async () => {
  await using h = await harness();
  const ctx = contextFor(h.service, "system");
  const lines = async (runs: number) => {
    await h.store.commit(() => {
      for (let at = 0; at < runs; at++) {
        const id = ctx.newId("run");
        const created = { kind: "coordinator" as const, request: "x", repoPath: "/tmp/x", attempt: 1 };
        record(ctx, runStream, id, newRun(created), { runId: id, expectedVersion: 0 });
      }
    });
    const { tables } = h.store.documents;
    const [all, get] = [tables.all, tables.get];
    let rows = 0;
    tables.all = (...given) => {
      const found = all.apply(tables, given);
      rows += found.length;
      // deno-lint-ignore no-explicit-any
      return found as any[];
    };
    const text = metrics(ctx);
    [tables.all, tables.get] = [all, get];
    return [rows, text.split("\n").length];
  };
  const few = await lines(10);
  assert.ok(few[0]! > 0, "the rows are counted");
  assert.deepEqual(await lines(2_000), few);
});

Deno.test("GET /metrics: a request needs a token, and no other site's page may send it", async () => {
  await using h = await harness();
  assert.equal((await h.send("/metrics", {}, null)).status, 401);
  assert.equal((await h.send("/metrics", { headers: { origin: "https://evil.example" } })).status, 403);
});

Deno.test("the exposition of any labels is read as it was meant", () => {
  fc.assert(fc.property(fc.array(anyText(), { maxLength: 8 }), (texts) => {
    const durations = new Durations();
    texts.forEach((text) => durations.observe(text.length));
    const samples = [...new Set(texts)].map((text) => ({ labels: { text }, value: text.length }));
    const read = readExposition(expositionOf([
      { type: "gauge", name: "some_bytes", help: "Any\\ help\nat all.", samples },
      { type: "histogram", name: "some_seconds", help: "Durations.", samples: [{ durations }] },
    ]));
    assert.equal(read.get("some_bytes")!.samples.size, samples.length);
    assert.equal(read.get("some_seconds")!.samples.get("_count{}"), texts.length);
  }));
});
