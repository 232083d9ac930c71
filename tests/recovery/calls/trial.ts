import { join } from "node:path";
import { boundAfter } from "../bound.ts";
import { Database } from "../../../store/database.ts";
import { DATABASE_FILE } from "../../../store/mod.ts";
import { storageOf } from "../../store/release.ts";
import { ApplyScenario } from "./apply_scenario.ts";
import { BackupScenario } from "./backup_scenario.ts";
import { buildShim, ERROR_NAMES, type ErrorName, type Fault, type Met } from "./faults.ts";
import type { Scenario } from "./scenario.ts";
import { StartScenario } from "./start_scenario.ts";

/** What is done while calls fail. */
export const SCENARIOS = ["apply", "backup", "start"] as const;
export type ScenarioName = typeof SCENARIOS[number];

/** Makes a scenario each time it is called. */
export async function scenarioMaker(name: ScenarioName, library: string): Promise<() => Scenario> {
  if (name === "apply") return () => new ApplyScenario(library);
  if (name === "backup") return () => new BackupScenario(library);
  const made = await storageOf("be21bc9");
  const database = new Database(join(made, DATABASE_FILE), { readOnly: true });
  const runs = database.all<{ run_id: string }>(
    "select distinct run_id from events where run_id is not null and data is not null except select run_id from events where type = 'run.deleted'",
  ).map(({ run_id }) => run_id);
  database.close();
  return () => new StartScenario(library, made, runs);
}

/** How far a trial is: the next call to fail, how many have failed, what was found, and whether there are no more. */
export type Progress = { next: number; rounds: number; violations: string[]; over: boolean };

/** Which faults are tried: every `step`-th call, up to `last`. */
export type Tried = { error: ErrorName; step: number; last: number; lasting: boolean };

/** Lets the calls of a scenario fail, one in each round, from where `progress` is. */
export async function failEachCall(
  make: () => Scenario,
  { error, step, last, lasting }: Tried,
  progress: Progress,
  told: (line: string) => void = () => {},
): Promise<void> {
  let [scenario, isFresh] = [make(), true];
  const renew = async () => {
    await scenario[Symbol.asyncDispose]();
    [scenario, isFresh] = [make(), true];
  };
  try {
    while (!progress.over && progress.next <= last) {
      const at = progress.next;
      let tried = await failCall(scenario, { error, at, lasting, bursts: true });
      // A process that has done it before makes fewer calls.
      if (tried.fault === null && tried.failed === 0 && !isFresh) {
        await renew();
        tried = await failCall(scenario, { error, at, lasting, bursts: true });
      }
      isFresh = false;
      const { call, failed, fault } = tried;
      if (fault !== null) {
        await renew();
        progress.violations.push(
          `${error} at call ${at}${lasting ? " and later ones" : ""} (${call}): ${fault}`,
        );
      } else progress.over = failed === 0;
      progress.next += step;
      if (!progress.over) progress.rounds++;
      told(`${error} ${at} ${call}`);
    }
  } finally {
    await scenario[Symbol.asyncDispose]();
  }
}

/** One round: what failed, how often, and what was wrong then. */
async function failCall(
  scenario: Scenario,
  fault: Fault,
): Promise<Omit<Met, "calls"> & { fault: string | null }> {
  let call = "";
  try {
    await scenario.prepare();
    scenario.faults.arm(fault);
    await scenario.act(fault);
    const met = scenario.faults.disarm();
    call = met.call;
    await scenario.check(met);
    return { ...met, fault: null };
  } catch (cause) {
    call ||= scenario.faults.disarm().call;
    return { call, failed: 1, fault: cause instanceof Error ? cause.stack ?? cause.message : String(cause) };
  }
}

/** What `deno task soak -- faults-at-calls` is asked for. `kept` remembers how far it is, so that it can be called again. */
type Options = { step: number; only: string; lasting: boolean; kept: string | null };

/** Lets every call of each scenario fail with each error. Returns the exit code. */
export async function failCalls(
  { step, only, lasting, kept }: Options,
  say: (line: string) => void,
): Promise<number> {
  const library = await buildShim();
  if (library === null) {
    say("This trial needs Linux and a C compiler.");
    return 2;
  }
  let [rounds, violations] = [0, 0];
  for (const name of SCENARIOS) {
    const errors = ERROR_NAMES.filter((error) => `${name}/${error}`.includes(only));
    const make = errors.length > 0 ? await scenarioMaker(name, library) : null;
    for (const error of errors) {
      const path = kept === null ? null : join(kept, `${name}-${error}${lasting ? "-lasting" : ""}.json`);
      const progress = readProgress(path);
      await failEachCall(make!, { error, step, last: Infinity, lasting }, progress, () => {
        if (path !== null) Deno.writeTextFileSync(path, JSON.stringify(progress));
      });
      say(`${name}, ${error}: ${progress.rounds} calls failed, ${progress.violations.length} violations`);
      for (const violation of progress.violations) say(`  ${violation}`);
      rounds += progress.rounds;
      violations += progress.violations.length;
    }
  }
  if (violations === 0) {
    say(`No fault in ${rounds} failed calls: one breaks a promise ${boundAfter(rounds)}.`);
  }
  return violations === 0 ? 0 : 1;
}

function readProgress(path: string | null): Progress {
  try {
    if (path !== null) return JSON.parse(Deno.readTextFileSync(path));
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
  }
  return { next: 1, rounds: 0, violations: [], over: false };
}
