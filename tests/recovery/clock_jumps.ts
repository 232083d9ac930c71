import assert from "node:assert/strict";
import { buildShim, Faults } from "./calls/faults.ts";
import { headOf, readLog, Site } from "./site.ts";
import { BEFORE, checkEnd, createRuns, drive } from "./step_scenario.ts";

const [HOUR, DAY] = [3_600, 86_400];

/** What the clock shows at each boundary, in turn: each change is one of a day or an hour, ahead or back. */
const SHIFTS = [0, DAY, 0, -HOUR] as const;

/**
 * Stops the process of a service at every boundary of a run, sets its clock meanwhile, and lets it go on: the run comes to its end,
 * everything once. In as many rounds as there are shifts each boundary meets each of them. Returns how many stops there were.
 */
export async function jumpAtBoundaries(
  library: string,
  rounds: number,
  say: (line: string) => void,
): Promise<number> {
  using site = Site.make(BEFORE);
  using faults = new Faults(library, site.storage);
  const stops = site.path("stops");
  const wrap = [...faults.wrap, `FAULT_STOPS=${stops}`];
  await using service = await site.start({ workers: 3, trace: site.path("trace"), wrap });
  let count = 0;
  for (let round = 0; round < rounds; round++) {
    const begin = { round, ignoresTerm: false, after: await headOf(service) };
    const runs = await createRuns(site, service, begin);
    Deno.writeTextFileSync(stops, "");
    const ended = drive(service, runs, begin.after).then(() => true);
    for (let index = round;; index++) {
      if (await Promise.race([ended, isStopped(service.child.pid, ended)])) break;
      faults.shiftClock(SHIFTS[index % SHIFTS.length]!);
      service.child.kill("SIGCONT");
      count++;
    }
    Deno.removeSync(stops);
    service.child.kill("SIGCONT");
    await ended;
    await checkEnd(site, service, runs, begin.after);
    await site.comesToRest();
    site.repository.git("checkout", "-q", ".");
    site.repository.git("clean", "-dfq");
    say(`round ${round + 1}: ${count} stops so far`);
  }
  assert.ok(count > 20 * rounds, `${count} stops`);
  const times = (await readLog(service)).map(({ time }) => Date.parse(time));
  assert.ok(
    Math.max(...times) - Math.min(...times) >= DAY * 1_000,
    "the control: the service saw other times",
  );
  await site.end(service);
  return count;
}

/** Resolves with false once a process is stopped. */
async function isStopped(pid: number, ended: Promise<boolean>): Promise<boolean> {
  let over = false;
  ended.finally(() => over = true).catch(() => {});
  while (!over && !/\) T /.test(Deno.readTextFileSync(`/proc/${pid}/stat`))) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return over;
}

/** The same for the command line. Returns the exit code. */
export async function soakClockJumps(rounds: number, say: (line: string) => void): Promise<number> {
  const library = await buildShim();
  if (library === null) {
    say("This trial needs Linux and a C compiler.");
    return 2;
  }
  const stops = await jumpAtBoundaries(library, rounds, say);
  say(`${stops} stops with a clock that was set meanwhile: every run came to its end, everything once.`);
  return 0;
}
