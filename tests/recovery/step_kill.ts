import assert from "node:assert/strict";
import { join } from "node:path";
import { inParallel } from "./in_parallel.ts";
import { namesIn, processesOf } from "./leftovers.ts";
import type { ServiceProcess } from "./service_process.ts";
import { headOf, Site } from "./site.ts";
import { BEFORE, type Begin, checkEnd, createRuns, drive } from "./step_scenario.ts";

/** Every boundary that the scenario reaches once the bystander's command is alive, in order. */
async function boundariesOfSteps(): Promise<string[]> {
  using site = Site.make(BEFORE);
  const trace = site.path("trace");
  await using service = await site.start({ trace, workers: 3 });
  await drive(service, await createRuns(site, service, { round: 0, ignoresTerm: false }), 0);
  await site.end(service);
  const all = Deno.readTextFileSync(trace).trimEnd().split("\n");
  // The check of the base goes on beside all of it, and is not executed again in a second round: see fix_kill.ts.
  return all.slice(all.indexOf("process:worker:started#1") + 1)
    .filter((point) => !/^(?:process:)?base:/.test(point));
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

/** What a killed service leaves behind under names of its own: commands that go on, and directories of one execution. */
function leftIn({ storage }: Site): string[] {
  const workspaces = join(storage, "workspaces");
  const made = namesIn(workspaces).flatMap((run) => namesIn(join(workspaces, run)));
  return [
    ...processesOf(storage).filter((process) => process.includes("sleep 1000")),
    ...made.filter((name) => name.includes(".temporary-")),
  ];
}

/** Lets the scenario go on until the boundary that kills the service; resolves when it is dead. */
async function runInto(site: Site, service: ServiceProcess, begin: Begin): Promise<void> {
  const driven = createRuns(site, service, begin).then((runs) => drive(service, runs, begin.after));
  const survived = await driven.then(() => true, () => false);
  assert.ok(!survived, "the run ended, and its service was not killed");
  const status = await service.ended;
  assert.equal(status.signal, "SIGKILL", service.output());
}

/** Goes on to the end of the scenario, and makes the repository what it was before. */
async function goOn(site: Site, service: ServiceProcess, begin: Begin): Promise<void> {
  const runs = await createRuns(site, service, begin);
  await drive(service, runs, begin.after);
  await checkEnd(site, service, runs, begin.after);
  await site.comesToRest();
  assert.deepEqual(leftIn(site), []);
  site.repository.git("checkout", "-q", ".");
  site.repository.git("clean", "-dfq");
}

/**
 * Goes through the scenario once for each list of boundaries, on one site, and kills the service at each of these. The process
 * that brings a round to its end is the one that the next round begins with.
 */
export async function killInTurn(
  rounds: readonly (readonly string[])[],
  { ignoresTerm = false } = {},
): Promise<void> {
  using site = Site.make(BEFORE);
  const armed = site.path("armed");
  const start = (fault?: string) => site.start({ workers: 3, armed, ...(fault && { fault }) });
  let service = await start(rounds[0]?.[0]);
  const killed: string[] = [];
  try {
    for (const [round, faults] of rounds.entries()) {
      const begin = { round, ignoresTerm, after: await headOf(service) };
      Deno.writeTextFileSync(armed, "");
      let left: string[] = [];
      for (const [at, fault] of faults.entries()) {
        site.forget("alive"); // of the process before
        killed.push(fault);
        await runInto(site, service, begin);
        const now = leftIn(site);
        assert.deepEqual(now.filter((each) => left.includes(each)), [], "left by the kill before");
        left = now;
        const isLast = at === faults.length - 1;
        if (isLast) site.forget("armed");
        service = await start(isLast ? rounds[round + 1]?.[0] : faults[at + 1]);
      }
      await goOn(site, service, begin);
    }
    await site.end(service);
  } catch (cause) {
    throw new Error(`killed at ${killed.join(", then at ")}: ${(cause as Error).message}`, { cause });
  } finally {
    await service[Symbol.asyncDispose]();
  }
}

/** Returns lists of boundaries, each to be killed at in one run of the scenario; together they are all that it reaches. */
export async function stepRounds(): Promise<string[][]> {
  const points = await boundariesOfSteps();
  for (
    const name of ["admit:before", "verify:integrated", "bundle:written", "patch:intended", "report:after"]
  ) {
    assert.ok(points.includes(`${name}#2`) || points.includes(`${name}#1`), `${name} in ${points}`);
  }
  const [working, later] = phasesOf(points);
  assert.ok(working.length > 10 && later.length > working.length, `${points}`);
  // Two in a round: the bystander, which completes nothing, is given up at its third crash.
  const rounds = later.map((point, i) => [...working.slice(i, i + 1), point]);
  assert.deepEqual(rounds.flat().sort(), points.toSorted());
  return rounds;
}

/** Goes through the rounds as `killInTurn` does, on two sites side by side. */
export async function killAtSteps(rounds: readonly (readonly string[])[]): Promise<void> {
  const half = Math.ceil(rounds.length / 2);
  await inParallel(2, [rounds.slice(0, half), rounds.slice(half)], (some) => killInTurn(some));
}
