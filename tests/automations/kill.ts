import assert from "node:assert/strict";
import { Harness } from "../harness.ts";
import { TestClocks } from "../clock/clocks.ts";
import { temporaryDirectory } from "../temporary.ts";
import { TestRepository } from "../git.ts";
import { automate, MINUTE, shown } from "./scenario.ts";

/** How the machine's clock is moved between two lives of the service. */
const JUMPS = [0, 7 * MINUTE, -60 * MINUTE, 60 * MINUTE, 0];

/** Lets a schedule run on a service that is killed again and again, and holds its ledger against the schedule at the end. */
export async function killSchedule(
  kills: number,
  random: () => number,
): Promise<{ moments: number; runs: number }> {
  using repository = TestRepository.make();
  const directory = temporaryDirectory();
  const clocks = new TestClocks();
  const open = () =>
    Harness.open({ now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause }, directory);
  const first = await open();
  const { id } = await automate(first, repository.root, {
    trigger: { kind: "schedule", cron: "* * * * *" },
    overlap: "allow_all",
    catchUp: "all",
  });
  await first.close();
  for (let i = 0; i < kills; i++) {
    clocks.wall = await killAfter(directory, clocks.wall, 1 + Math.floor(random() * 6), random);
    clocks.wall += JUMPS[Math.floor(random() * JUMPS.length)]!;
  }
  clocks.wall += 3 * 60 * MINUTE; // beyond every moment that a clock ahead has settled
  const h = await open();
  try {
    await h.composition.clock.runOnce();
    const rows = h.store.documents.tables.all<{ moment: string; count: number; run_id: string | null }>(
      "select moment, count, run_id from {automation_fires} order by moment",
    );
    const { createdAt, ledger } = await shown(h, id);
    const [from, to] = [Date.parse(createdAt), clocks.wall];
    const due = Math.floor(to / MINUTE) - Math.floor(from / MINUTE);
    assert.equal(
      rows.reduce((sum, { count }) => sum + count, 0),
      due,
      "counts of the ledger are the due moments",
    );
    const runIds = rows.flatMap(({ run_id }) => run_id ?? []);
    const created = h.store.events.after(0, 1_000_000).filter(({ type }) => type === "run.created");
    assert.deepEqual(
      runIds.toSorted(),
      created.map(({ runId }) => runId!).toSorted(),
      "one run for each row, and no other",
    );
    assert.equal(new Set(runIds).size, runIds.length);
    assert.ok(ledger.check === null || ledger.check.equal, JSON.stringify(ledger.check));
    assert.deepEqual(h.rebuildDifferences(), []);
    return { moments: due, runs: runIds.length };
  } finally {
    await h.close();
    await Deno.remove(directory, { recursive: true });
  }
}

/** Starts the service, kills it a moment after so many rows, and returns what its clock showed last. */
async function killAfter(
  directory: string,
  wall: number,
  rows: number,
  random: () => number,
): Promise<number> {
  const script = new URL("./killed_schedule.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", script, directory, String(wall)],
    stdout: "piped",
  }).spawn();
  let text = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.split("\n").length > rows) break;
  }
  // Somewhere in the work for the next row.
  const until = performance.now() + random() * 4;
  while (performance.now() < until);
  child.kill("SIGKILL");
  await child.status;
  return Math.max(wall, ...text.split("\n").slice(0, -1).map(Number));
}
