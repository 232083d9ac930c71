import assert from "node:assert/strict";
import { runDue } from "../kit/run_due.ts";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { TestClocks } from "../clock/clocks.ts";
import { temporaryDirectory } from "../temporary.ts";
import { anywhere, killSchedule } from "./kill.ts";
import { atThree, automate, DAY, HOUR, MINUTE, onClocks, outcomes, pass, shown } from "./scenario.ts";

const UNTIL_SEVEN = { from: "22:00", to: "07:00" };
const AT_SEVEN = "2026-01-02T07:00:00.000Z";
/** One moment each day, at ten past three. */
const NIGHTLY = { trigger: { kind: "schedule", cron: "10 3 * * *", timezone: "UTC" } };

const beQuiet = (h: Harness, quietHours: unknown = UNTIL_SEVEN) =>
  h.operator("POST /planner/settings", { body: { timeZone: "UTC", quietHours } as never });
const runOf = async (h: Harness, id: string) => {
  const { ledger } = await shown(h, id);
  return await h.operator("GET /runs/:id", { params: { id: ledger.items[0]!.runId! } });
};

/** A service in whose quiet hours an automation has fired: its run waits. */
async function held(h: Harness, clocks: TestClocks, repoPath: string): Promise<string> {
  await beQuiet(h);
  const { id } = await automate(h, repoPath, NIGHTLY);
  await pass(h, clocks, 10 * MINUTE);
  assert.equal((await runOf(h, id)).status, "waiting");
  return id;
}

Deno.test("in quiet hours a moment fires, its run says until when it waits, and starts at their end", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  await beQuiet(h);
  const { id } = await automate(h, repository.root, NIGHTLY);
  const events = await h.eventsOf(() => pass(h, clocks, 10 * MINUTE));
  assert.deepEqual(events.map(({ type }) => type), [
    "run.created",
    "run.queued",
    "run.waiting",
    "automation.fired",
  ]);
  assert.deepEqual(await outcomes(h, id), ["fired"]);
  const { waitingFor, nextMove } = await runOf(h, id);
  assert.deepEqual([waitingFor!.kind, waitingFor!.detail, waitingFor!.expiresAt], [
    "time",
    "quiet_hours",
    AT_SEVEN,
  ]);
  assert.deepEqual([nextMove!.owner, nextMove!.by], ["schedule", AT_SEVEN]);
  assert.match(nextMove!.what, /quiet hours/);
  assert.deepEqual(await h.eventsOf(() => pass(h, clocks, 3 * HOUR)), []);
  const after = await h.eventsOf(() => pass(h, clocks, 50 * MINUTE));
  assert.deepEqual(after.map(({ type }) => type), ["run.queued"]);
  const run = await runOf(h, id);
  assert.deepEqual([run.status, run.waitingFor], ["queued", undefined]);
  assert.ok((await shown(h, id)).ledger.check!.equal);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("without quiet hours, and after them, a moment's run is queued: the control", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, NIGHTLY);
  await pass(h, clocks, 10 * MINUTE);
  assert.equal((await runOf(h, id)).status, "queued");
  await beQuiet(h);
  const day = await automate(h, repository.root, {
    trigger: { kind: "schedule", cron: "0 9 * * *", timezone: "UTC" },
  });
  await pass(h, clocks, 6 * HOUR);
  assert.equal((await runOf(h, day.id)).status, "queued");
});

Deno.test("what a person asks for begins at once: a trigger by hand, and resuming a run that waits", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const id = await held(h, clocks, repository.root);
  const waiting = await runOf(h, id);
  const events = await h.eventsOf(() => h.operator("POST /runs/:id/resume", { params: { id: waiting.id } }));
  assert.deepEqual(events.map(({ type, actor }) => [type, actor]), [["run.queued", "operator"]]);
  const other = await automate(h, repository.root, NIGHTLY);
  await h.operator("POST /automations/:id/trigger", { params: { id: other.id }, body: {} as never });
  assert.equal((await runOf(h, other.id)).status, "queued");
});

Deno.test("a run that waits in quiet hours can be cancelled, and paused over their end", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const id = await held(h, clocks, repository.root);
  const { id: runId } = await runOf(h, id);
  const ask = (verb: "pause" | "resume" | "cancel") =>
    h.operator(`POST /runs/:id/${verb}`, { params: { id: runId } });
  await ask("pause");
  await pass(h, clocks, 5 * HOUR);
  assert.equal((await runOf(h, id)).status, "paused");
  await ask("resume");
  await runDue(h);
  assert.equal((await runOf(h, id)).status, "queued");
  await ask("cancel");
  await pass(h, clocks, 19 * HOUR);
  await ask("cancel");
  assert.equal((await h.operator("GET /runs/:id", { params: { id: runId } })).status, "cancelled");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a change of the settings counts for runs that wait already: longer, shorter, and none", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const id = await held(h, clocks, repository.root);
  const since = (await runOf(h, id)).waitingFor!.since;
  await beQuiet(h, { from: "22:00", to: "09:00" });
  await runDue(h);
  const { waitingFor } = await runOf(h, id);
  assert.deepEqual([waitingFor!.expiresAt, waitingFor!.since], ["2026-01-02T09:00:00.000Z", since]);
  await beQuiet(h, null);
  await runDue(h);
  assert.equal((await runOf(h, id)).status, "queued");
});

Deno.test("runs that wait survive a restart and clocks that are set: each starts once, at the end of the quiet hours", async () => {
  using repository = TestRepository.make();
  const directory = temporaryDirectory();
  const clocks = atThree();
  const open = () =>
    Harness.open({ now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause }, directory);
  let h = await open();
  const id = await held(h, clocks, repository.root);
  await h.close();
  h = await open();
  try {
    await runDue(h);
    assert.equal((await runOf(h, id)).waitingFor?.expiresAt, AT_SEVEN);
    clocks.wall -= 2 * HOUR; // set back: still the same night
    await runDue(h);
    assert.equal((await runOf(h, id)).status, "waiting");
    clocks.wall = Date.parse(AT_SEVEN) - 1;
    await runDue(h);
    assert.equal((await runOf(h, id)).status, "waiting");
    await h.close();
    clocks.wall = Date.parse(AT_SEVEN) + 2 * HOUR; // their end came while nothing was there
    h = await open();
    const events = await h.eventsOf(() => runDue(h));
    assert.deepEqual(events.filter(({ type }) => type.startsWith("run.")).map(({ type }) => type), [
      "run.queued",
    ]);
    clocks.wall -= 4 * HOUR; // set back into the night: what has its place in the queue keeps it
    await runDue(h);
    assert.equal((await runOf(h, id)).status, "queued");
    assert.deepEqual(h.rebuildDifferences(), []);
  } finally {
    await h.close();
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a service that is killed at any moment in quiet hours starts no run, and each waits until their end", async () => {
  const quietHours = { days: ["fri", "sat"], from: "00:00", to: "24:00" }; // the clocks begin on a Friday
  const { runs } = await killSchedule(anywhere(4, Math.random), Math.random, {
    prepare: (h) => beQuiet(h, quietHours),
    look: async (h, id) => {
      const { ledger } = await shown(h, id);
      for (const { runId } of ledger.items.filter(({ runId }) => runId !== null)) {
        const { status, waitingFor } = await h.operator("GET /runs/:id", { params: { id: runId! } });
        assert.deepEqual([status, waitingFor?.expiresAt], ["waiting", "2026-01-04T00:00:00.000Z"]);
      }
    },
  });
  assert.ok(runs > 10, `${runs} runs`);
});

Deno.test("a preview says of each moment whether its run waits, and until when", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  await beQuiet(h);
  const { id } = await automate(h, repository.root, {
    trigger: { kind: "schedule", cron: "0 6,12 * * *", timezone: "UTC" },
  });
  const { nextFires } = await h.operator("GET /automations/:id/preview", {
    params: { id },
    query: { count: 3 } as never,
  });
  assert.deepEqual(nextFires.map(({ startsAt }) => startsAt), [
    AT_SEVEN,
    undefined,
    new Date(Date.parse(AT_SEVEN) + DAY).toISOString(),
  ]);
});
