import assert from "node:assert/strict";
import { Harness } from "../harness.ts";
import { TestClocks } from "../clock/clocks.ts";
import { temporaryDirectory } from "../temporary.ts";
import { runDue } from "../kit/run_due.ts";
import { TestRepository } from "../git.ts";
import { programFile } from "../programs.ts";
import { assertMoments, assertRunsOnce } from "./one_each.ts";
import { automate, MINUTE, shown } from "./scenario.ts";

const KILLED = "tests/automations/killed_schedule.ts";

/** How the machine's clock is moved between two lives of the service. */
const JUMPS = [0, 7 * MINUTE, -60 * MINUTE, 60 * MINUTE, 0];

/** The statements of some fires and of what follows them: before each of them the service is killed in its turn. */
const STATEMENTS = 100;

/** When the service is killed: somewhere after so many rows, or before a statement, by its place or by its kind. */
export type Kill = { rows: number } | { statement: number } | { kind: string; time: number };

/** Every other kill is before a statement of its own, the rest at any moment. */
export function* anywhere(kills: number, random: () => number): Generator<Kill> {
  for (let i = 0; i < kills; i++) {
    yield i % 2 === 0
      ? { rows: 1 + Math.floor(random() * 6) }
      : { statement: 1 + ((i - 1) / 2) % STATEMENTS };
  }
}

/** What a test does with the service before it is killed, and with the automation that was. */
type Around = {
  prepare?: (h: Harness) => Promise<unknown>;
  look?: (h: Harness, id: string) => Promise<unknown>;
};
const nothing = () => Promise.resolve();

/** What was seen: `boundaries` are the kinds of statements before which the service was killed, and how often. */
export type Killed = { moments: number; runs: number; boundaries: Map<string, number> };

/** Lets a schedule run on a service that is killed again and again, and holds its ledger against the schedule at the end. */
export async function killSchedule(
  kills: Iterable<Kill>,
  random: () => number,
  { prepare = nothing, look = nothing }: Around = {},
): Promise<Killed> {
  using repository = TestRepository.make();
  const directory = temporaryDirectory();
  const clocks = new TestClocks();
  const open = () =>
    Harness.open({ now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause }, directory);
  const first = await open();
  await prepare(first);
  const { id } = await automate(first, repository.root, {
    trigger: { kind: "schedule", cron: "* * * * *" },
    overlap: "allow_all",
    catchUp: "all",
  });
  await first.close();
  const boundaries = new Map<string, number>();
  let latest = clocks.wall;
  for (const kill of kills) {
    const life = await live(directory, clocks.wall, kill, random);
    if (life.boundary) boundaries.set(life.boundary, (boundaries.get(life.boundary) ?? 0) + 1);
    clocks.wall = life.wall + JUMPS[Math.floor(random() * JUMPS.length)]!;
    latest = Math.max(latest, clocks.wall);
  }
  clocks.wall = latest + 3 * 60 * MINUTE; // beyond every moment that a clock ahead has settled
  const h = await open();
  try {
    await runDue(h);
    const { createdAt, ledger } = await shown(h, id);
    const moments = Math.floor(clocks.wall / MINUTE) - Math.floor(Date.parse(createdAt) / MINUTE);
    assertMoments(h, moments);
    await look(h, id);
    const runs = assertRunsOnce(h);
    assert.ok(ledger.check === null || ledger.check.equal, JSON.stringify(ledger.check));
    assert.deepEqual(h.rebuildDifferences(), []);
    return { moments, runs, boundaries };
  } finally {
    await h.close();
    await Deno.remove(directory, { recursive: true });
  }
}

type Life = { wall: number; boundary: string | null };

/** Starts the service and has it killed. Where it is killed before a statement, it does so itself. */
export async function live(directory: string, wall: number, kill: Kill, random: () => number): Promise<Life> {
  const words = "rows" in kill
    ? []
    : "kind" in kill
    ? [String(kill.time), kill.kind]
    : [String(kill.statement)];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", programFile(KILLED), directory, String(wall), ...words],
    stdout: "piped",
  }).spawn();
  if ("rows" in kill) return lifeOf(await killAfter(child, kill.rows, random), wall);
  const { stdout, signal } = await child.output();
  assert.equal(signal, "SIGKILL");
  return lifeOf(new TextDecoder().decode(stdout), wall);
}

/** Kills the service a moment after so many rows. Returns what it printed. */
async function killAfter(child: Deno.ChildProcess, rows: number, random: () => number): Promise<string> {
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
  return text;
}

/** What a life left: what its clock showed last, and the statement that it did not come to. */
function lifeOf(text: string, wall: number): Life {
  const lines = text.split("\n").slice(0, -1);
  const boundary = lines.find((line) => line.startsWith("at "))?.slice(3) ?? null;
  return { wall: Math.max(wall, ...lines.filter((line) => /^\d+$/.test(line)).map(Number)), boundary };
}
