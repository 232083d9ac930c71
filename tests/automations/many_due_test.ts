import assert from "node:assert/strict";
import { recordHolds } from "../../compose.ts";
import { deleteAutomation } from "../../services/execution/automations/delete.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { TestClocks } from "../clock/clocks.ts";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { runDue } from "../kit/run_due.ts";
import { temporaryDirectory } from "../temporary.ts";
import { live } from "./kill.ts";
import { allRows, assertRunsOnce } from "./one_each.ts";
import { atThree, automate, MINUTE, onClocks, pass, shown } from "./scenario.ts";

const MANY = 200;

/** So many automations that are due at the same moments. */
async function automateMany(h: Harness, root: string, more: Record<string, unknown> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < MANY; each++) {
    const { id } = await automate(h, root, { overlap: "allow_all", catchUp: "all", ...more });
    ids.push(id);
  }
  return ids;
}

/** Fails unless `work` records one event of the type for each, and no commit more than half of them. */
async function assertInParts(h: Harness, type: string, work: () => Promise<unknown>): Promise<void> {
  const parts: number[] = [];
  const stop = h.store.subscribe((events) =>
    void parts.push(events.filter((event) => event.type === type).length)
  );
  await work();
  stop();
  assert.equal(parts.reduce((one, other) => one + other, 0), MANY);
  assert.ok(Math.max(...parts) <= MANY / 2, `${type}: ${parts.filter((part) => part > 0)}`);
}

/** Fails unless each has fired exactly once at each of these moments of 2 January 2026, with a run of its own. */
function assertFired(h: Harness, ids: readonly string[], moments: readonly string[]): void {
  const rows = allRows(h).map(({ automation_id: id, due_at }) => `${id} ${due_at.slice(11, 16)}`);
  assert.deepEqual(rows.sort(), ids.flatMap((id) => moments.map((at) => `${id} ${at}`)).sort());
  assert.equal(assertRunsOnce(h), rows.length);
}

const statusCount = async (h: Harness, status: "waiting" | "queued"): Promise<number> =>
  (await h.operator("GET /runs/counts")).byStatus[status] ?? 0;

Deno.test("many automations that are due at once fire in parts, between which others are answered, and each fires once", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const ids = await automateMany(h, repository.root);
  const quietHours = { days: ["fri"], from: "03:15", to: "03:25" };
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC", quietHours } as never });
  {
    using _watch = recordHolds(h.service);
    await assertInParts(h, "automation.fired", () => pass(h, clocks, 10 * MINUTE));
    clocks.pass(10 * MINUTE);
    await assertInParts(h, "automation.fired", () => h.composition.maintenance.runOnce());
    assert.equal(await statusCount(h, "waiting"), MANY);
    await assertInParts(h, "run.queued", () => pass(h, clocks, 5 * MINUTE));
  }
  assert.equal(await statusCount(h, "queued"), 2 * MANY);
  assertFired(h, ids, ["03:10", "03:20"]);
  const { unresponsive } = await h.operator("GET /control-plane/status");
  assert.equal(unresponsive, null, unresponsive?.detail);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an automation that is deleted while others fire is no error, and the others fire", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  const errors: string[] = [];
  await using h = await onClocks(clocks, {
    log: { ...silentLog, error: (message) => void errors.push(message) },
  });
  const ids = await automateMany(h, repository.root);
  const last = ids.at(-1)!;
  let deletion: Promise<unknown> | null = null;
  const stop = h.store.subscribe((events) => {
    if (deletion !== null || !events.some(({ type }) => type === "automation.fired")) return;
    deletion = deleteAutomation(contextFor(h.service, "operator"), last); // at once, unlike a request
  });
  await pass(h, clocks, 10 * MINUTE);
  await deletion;
  stop();
  assertFired(h, ids.filter((id) => id !== last), ["03:10"]);
  assert.deepEqual(errors, []);
});

Deno.test("a service that is killed while many automations fire: each moment of each has one row, and one run", async () => {
  using repository = TestRepository.make();
  const directory = temporaryDirectory();
  const clocks = new TestClocks();
  const open = () =>
    Harness.open({ now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause }, directory);
  const first = await open();
  const ids = await automateMany(first, repository.root);
  await first.close();
  const partly: number[] = [];
  for (const rows of [1, MANY / 3, MANY / 2]) {
    const life = await live(directory, clocks.wall, { rows }, Math.random);
    clocks.wall = life.wall;
    const killed = await open();
    partly.push(allRows(killed).length % MANY);
    await killed.close();
  }
  assert.ok(partly.some((rows) => rows > 0), "one was killed between two parts");
  clocks.wall += 20 * MINUTE;
  await using h = await open();
  await runDue(h);
  for (const id of ids) {
    const { ledger } = await shown(h, id);
    assert.ok(ledger.check?.equal, JSON.stringify(ledger.check));
  }
  const moments = [...new Set(allRows(h).map(({ due_at }) => due_at.slice(11, 16)))];
  assertFired(h, ids, moments);
});
