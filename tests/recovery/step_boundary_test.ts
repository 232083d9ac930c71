import assert from "node:assert/strict";
import { join } from "node:path";
import { inParallel } from "./in_parallel.ts";
import { namesIn, processesOf } from "./leftovers.ts";
import { Site } from "./site.ts";
import { BEFORE, checkEnd, createRuns, drive } from "./step_scenario.ts";

/** Every boundary that the scenario reaches once the bystander's command is alive, in order. */
async function boundaries(): Promise<string[]> {
  using site = Site.make(BEFORE);
  const trace = site.path("trace");
  await using service = await site.start({ trace, workers: 3 });
  await drive(service, await createRuns(site, service, { ignoresTerm: false }));
  await site.end(service);
  const all = Deno.readTextFileSync(trace).trimEnd().split("\n");
  return all.slice(all.indexOf("process:worker:started#1") + 1);
}

/**
 * The boundaries while tasks are worked on, and those from the verification on: they mean the same step in every process,
 * whatever was killed before, but for the setup, which is counted on from the tasks' own.
 */
function phasesOf(points: readonly string[]): [working: string[], later: string[]] {
  const verify = points.indexOf("verify:before#1");
  const isLater = (point: string, i: number) => i >= verify && !point.startsWith("process:setup:");
  return [points.filter((point, i) => !isLater(point, i)), points.filter(isLater)];
}

/** Runs the scenario into the boundary that kills the service; resolves when it is dead. */
async function runInto(fault: string, site: Site, how: { ignoresTerm: boolean }): Promise<void> {
  site.forget("alive"); // of the service before
  await using service = await site.start({ fault, workers: 3 });
  const driven = createRuns(site, service, how).then((runs) => drive(service, runs));
  const [status] = await Promise.all([service.ended, driven.catch(() => {})]);
  assert.equal(status.signal, "SIGKILL", service.output());
}

/** Starts a new service on what is left, and goes on to the end of the scenario. */
async function goOn(site: Site, how: { ignoresTerm: boolean }): Promise<void> {
  await using service = await site.start({ workers: 3 });
  const runs = await createRuns(site, service, how);
  await drive(service, runs);
  await checkEnd(site, service, runs);
  await site.end(service);
}

/** What a killed service leaves behind under names of its own: commands that go on, and directories of one execution. */
function leftIn({ storage }: Site): string[] {
  const workspaces = join(storage, "workspaces");
  const made = namesIn(workspaces).flatMap((run) => namesIn(join(workspaces, run)));
  return [
    ...processesOf(storage).filter((process) => process.includes("sleep 1000")),
    ...made.filter((name) => name.includes(".temporary-")),
  ];
}

/** Kills the service at each of the boundaries, one after the other on the same site, and goes on to the end. */
async function killAt(faults: readonly string[], how = { ignoresTerm: false }): Promise<void> {
  using site = Site.make(BEFORE);
  let left: string[] = [];
  try {
    for (const fault of faults) {
      await runInto(fault, site, how);
      const now = leftIn(site);
      assert.deepEqual(now.filter((each) => left.includes(each)), [], "left by the kill before");
      left = now;
    }
    await goOn(site, how);
  } catch (cause) {
    throw new Error(`killed at ${faults.join(", then at ")}: ${(cause as Error).message}`, { cause });
  }
}

Deno.test("a run that is killed at any boundary goes on to the same end, with nothing lost, doubled or left", async () => {
  const points = await boundaries();
  for (
    const name of ["admit:before", "verify:integrated", "bundle:written", "apply:intended", "report:after"]
  ) {
    assert.ok(points.includes(`${name}#2`) || points.includes(`${name}#1`), `${name} in ${points}`);
  }
  const [working, later] = phasesOf(points);
  assert.ok(working.length > 10 && later.length > working.length, `${points}`);
  const kills = later.map((point, i) => [...working.slice(i, i + 1), point]);
  assert.equal(kills.flat().length, points.length);
  await inParallel(2, kills, (faults) => killAt(faults));
});

Deno.test("a child that ignores SIGTERM is ended when its killed service starts again", async () => {
  await killAt(["task:*:captured#2"], { ignoresTerm: true });
});
