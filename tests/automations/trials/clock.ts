import assert from "node:assert/strict";
import { findProgram } from "../../../services/ground/kernel/find_program.ts";
import { Site } from "../../recovery/site.ts";
import { allRows, assertRunsOnce } from "../one_each.ts";
import { automateReally, lookAt, until } from "./real.ts";
import type { Trial } from "./trial.ts";

const HOUR = 60 * 60 * 1000;
const YEARS = 10 * 365 * 24 * HOUR;

/** How far the clock of the machine is off, one after the other: an hour ahead, back, ahead again, ten years, and back. */
const OFFSETS = [HOUR, 0, 2 * HOUR, YEARS, 2 * HOUR];

/** Sets the clock of a real service with libfaketime; the clock that only runs forward stays as it is. */
export const clock: Trial = {
  count: 1,
  unit: "rounds",
  run: async (count) => {
    const library = findLibrary();
    const told: string[] = [];
    for (let round = 0; round < count; round++) told.push(await oneRound(library));
    return told.join("\n");
  },
};

function findLibrary(): string {
  const place = findProgram("faketime", Deno.env.get("PATH") ?? "");
  const names = place === null ? [] : [...Deno.readDirSync("/usr/lib")].map(({ name }) => name);
  for (const name of names) {
    const library = `/usr/lib/${name}/faketime/libfaketime.so.1`;
    try {
      if (Deno.statSync(library).isFile) return library;
    } catch {
      // Not for this architecture.
    }
  }
  throw new Error("This trial needs faketime: deno task test:programs --install.");
}

async function oneRound(library: string): Promise<string> {
  using site = Site.make();
  const offset = site.path("offset");
  const set = (milliseconds: number) => Deno.writeTextFileSync(offset, `+${milliseconds / 1000}`);
  set(0);
  const wrap = [
    "env",
    `LD_PRELOAD=${library}`,
    `FAKETIME_TIMESTAMP_FILE=${offset}`,
    "FAKETIME_NO_CACHE=1",
    "FAKETIME_DONT_FAKE_MONOTONIC=1",
  ];
  await using service = await site.start({ workers: 0, wrap });
  const { id } = await automateReally(service, site, { kind: "schedule", every: "PT10S" });
  const show = () => service.operator("GET /automations/:id", { params: { id } });
  const nextAt = async () => Date.parse((await show()).nextFireAt!);
  /** Resolves when everything up to what the clock shows was settled. */
  const settledAt = (milliseconds: number) => {
    const shown = Date.now() + milliseconds;
    return until(async () => await nextAt() > shown);
  };
  await settledAt(0);
  for (const milliseconds of OFFSETS) {
    const before = await nextAt();
    set(milliseconds);
    if (milliseconds === 2 * HOUR && before > Date.now() + YEARS / 2) {
      await until(async () => await nextAt() < Date.now() + 3 * HOUR);
    } else await settledAt(milliseconds);
    const { ledger: { check } } = await show();
    assert.ok(check === null || check.equal, JSON.stringify(check));
  }
  const jumps = await service.operator("GET /notifications", {});
  assert.ok(jumps.items.some(({ title }) => title === "A schedule was reset to this machine's clock"));
  await site.end(service);
  return await lookAt(site, (h) => {
    const runs = assertRunsOnce(h);
    const started = allRows(h).filter(({ run_id }) => run_id !== null).map(({ due_at }) => due_at);
    assert.equal(new Set(started).size, started.length, "no moment started two runs");
    const outcomes = Object.groupBy(allRows(h), ({ outcome }) => outcome);
    const words = Object.entries(outcomes).map(([outcome, rows]) =>
      `${rows.reduce((sum, { count }) => sum + count, 0)} ${outcome}`
    );
    return `The clock went +1 h, -1 h, +2 h, +10 years, and back: ${runs} runs, each for a moment of its own; ${
      words.join(", ")
    }.`;
  });
}
