import assert from "node:assert/strict";
import { picked } from "../../store/shared/records.ts";
import { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import { atThree, automate, DAY, endRun, MINUTE, onClocks, outcomes, pass, shown } from "./scenario.ts";

/** Saves an automation, and reads back each field of what was said. */
async function saidBack(h: Harness, repoPath: string, more: Record<string, unknown>) {
  const { id } = await automate(h, repoPath, more);
  const read = await shown(h, id);
  for (const [field, said] of Object.entries(more)) {
    assert.deepEqual(read[field as keyof typeof read], said, field);
  }
  return read;
}

Deno.test("an automation is read back as sent: when, for how long, and how its run is done", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const run = { kind: "run", request: "list", repoPath: repository.root, onFailure: "fail" };
  await saidBack(h, repository.root, {
    description: "Looks after the files",
    catchupWindow: "PT2H",
    jitter: "PT5M",
    startAt: "2026-02-01T00:00:00.000Z",
    endAt: "2026-05-01T00:00:00.000Z",
    trigger: { kind: "schedule", every: "PT30M", startAt: "2026-01-02T03:00:00.000Z", timezone: "UTC" },
    action: {
      ...run,
      worker: { provider: "builtin", model: "recipe" },
      setup: { command: "make" },
      verifier: { command: "make check" },
      fix: 1,
    },
  });
  await saidBack(h, repository.root, {
    description: "Asks once",
    catchupWindow: "PT30M",
    jitter: "PT1M",
    startAt: "2026-02-02T00:00:00.000Z",
    endAt: "2026-06-01T00:00:00.000Z",
    trigger: { kind: "schedule", at: "2026-02-04T12:00:00.000Z" },
    action: {
      ...run,
      worker: { provider: "builtin", model: "another" },
      setup: { command: "npm ci" },
      verifier: { command: "npm test" },
      fix: 2,
    },
  });
  const { action, description } = await saidBack(h, repository.root, {});
  assert.ok(action.kind === "run" && action.setup === undefined && action.worker === undefined);
  assert.equal(description, "", "the control: nothing is made up");
});

Deno.test("an automation keeps the version of its workflow, and the secret before with the moment until which it counts", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const source = (name: string) =>
    `name: ${name}\nnodes:\n  - id: write\n    kind: prompt\n    with:\n      content: create a.txt with "x"\n`;
  const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source: source("First") } });
  await h.operator("POST /saved-workflows", { body: { id: workflowId, source: source("Second") } });
  for (const version of [1, 2]) {
    const { action } = await automate(h, repository.root, {
      action: { kind: "workflow", workflowId, version, repoPath: repository.root },
    });
    assert.equal(action.kind === "workflow" && action.version, version);
  }
  const secrets: string[] = [];
  for (const name of ["hook/one", "hook/two", "hook/three"]) {
    const body = { name, kind: "webhook" as const, value: `${name}-as-two-parties-know-it` };
    secrets.push((await h.operator("POST /secrets", { body })).id);
  }
  for (const [index, days] of [[1, 1], [2, 2]] as const) {
    const until = new Date(clocks.wall + days * DAY).toISOString();
    const trigger = { secretId: secrets[0]!, previousSecretId: secrets[index]!, until };
    const read = await automate(h, repository.root, {
      trigger: { kind: "webhook", path: `build-${index}`, ...trigger },
    });
    assert.ok(read.trigger.kind === "webhook");
    assert.deepEqual(picked(read.trigger, { secretId: true, previousSecretId: true, until: true }), trigger);
    assert.ok(!("previousUntil" in read.trigger));
  }
});

Deno.test("a request of a blocked class starts nothing: the ledger and the preview say which class it is", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const automationOf = (request: string) =>
    automate(h, repository.root, {
      trigger: { kind: "manual" },
      action: { kind: "run", request, repoPath: repository.root },
    });
  const { id } = await automationOf("transfer 500 euros to my landlord");
  const { outcome, reason, runId } = await h.operator("POST /automations/:id/trigger", {
    params: { id },
    body: {},
  });
  assert.deepEqual([outcome, runId], ["blocked_class", null]);
  assert.match(reason!, /blocked class/);
  assert.deepEqual(await outcomes(h, id), ["blocked_class"]);
  const preview = await h.operator("GET /automations/:id/preview", { params: { id }, query: {} });
  assert.equal(preview.outcomeNow, "blocked_class");
  const { id: harmless } = await automationOf("describe how a transfer of files works");
  const control = await h.operator("POST /automations/:id/trigger", { params: { id: harmless }, body: {} });
  assert.equal(control.outcome, "fired");
});

Deno.test("each moment that waits has its own name, and moments to come say why they will be skipped", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, { overlap: "buffer_one" });
  for (let i = 0; i < 2; i++) await pass(h, clocks, 10 * MINUTE);
  const first = await shown(h, id);
  assert.equal(first.waitingMoment?.dueAt, "2026-01-02T03:20:00.000Z");
  await endRun(h, first.openRunIds[0]!);
  await pass(h, clocks, 10 * MINUTE);
  const second = await shown(h, id);
  assert.equal(second.waitingMoment?.dueAt, "2026-01-02T03:30:00.000Z");
  assert.notEqual(second.waitingMoment?.fireId, first.waitingMoment?.fireId);
  assert.deepEqual(await outcomes(h, id), ["fired", "fired"]);
  const skipped = async () => {
    const { nextFires } = await h.operator("GET /automations/:id/preview", { params: { id }, query: {} });
    return nextFires[0]!.skippedBecause;
  };
  assert.equal(await skipped(), undefined);
  await h.operator("POST /automations/:id/pause", { params: { id } });
  assert.equal(await skipped(), "The automation is paused.");
  await h.operator("POST /automations/:id/disable", { params: { id } });
  assert.equal(await skipped(), "The automation is disabled.");
});

Deno.test("the calendar marks the day on which the clocks go forward, and the one on which they go back", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, {
    trigger: { kind: "schedule", cron: "30 2 * * *", timezone: "Europe/Berlin" },
  });
  const notes = async (today: string) => {
    clocks.wall = Date.parse(today);
    const { calendar } = await h.operator("GET /automations/:id/preview", { params: { id }, query: {} });
    return calendar.flatMap(({ id, note }) => note === undefined ? [] : [[id, note.slice(0, 37)]]);
  };
  assert.deepEqual(await notes("2026-01-10T12:00:00Z"), [], "the control: no such day is near");
  assert.deepEqual(await notes("2026-03-20T12:00:00Z"), [[
    "2026-03-29",
    "At 02:00 the clocks go forward by 60 ",
  ]]);
  assert.deepEqual(await notes("2026-10-10T12:00:00Z"), [[
    "2026-10-25",
    "At 03:00 the clocks go back by 60 min",
  ]]);
});
