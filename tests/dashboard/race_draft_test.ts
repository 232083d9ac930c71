import assert from "node:assert/strict";
import {
  announcement,
  newRace,
  raceOf,
  raceProblem,
  withContender,
  withoutContender,
  withSubstitute,
} from "../../ui/runs/new/race.ts";

const named = (value: string, privacy: "local" | "private-network" | "third-party") => ({
  value,
  name: value.replace("\n", " · "),
  label: value,
  privacy,
});

const WORKERS = [named("a\nm", "local"), named("b\nm", "third-party"), named("c\nm", "third-party")];

const chosen = (...workers: string[]) => ({
  ...newRace(""),
  contenders: workers.map((worker, i) => ({ id: i + 1, worker, profile: "" })),
});

Deno.test("a race as it is typed: what is missing, and what is requested", () => {
  assert.match(raceProblem(newRace("a\nm"))!, /each contender/);
  const race = { ...chosen("a\nm", "b\n"), pick: "first-green" as const };
  assert.equal(raceProblem(race), null);
  assert.deepEqual(raceOf(race, true), {
    contenders: [{ worker: { provider: "a", model: "m" } }, { worker: { provider: "b" } }],
    pick: "first-green",
  });
  assert.equal(raceOf(race, false)!.pick, "human", "without a verifier nothing passes");
  for (const wrong of ["0", "-1", "much", "1 dollar"]) {
    assert.match(raceProblem({ ...race, maxCostUsd: wrong })!, /above 0/, wrong);
  }
  assert.equal(raceOf({ ...race, maxCostUsd: " 2.50 " }, true)!.maxCostUsd, 2.5);
  assert.equal(raceProblem({ ...race, maxCostUsd: " " }), null);
});

Deno.test("a race as it is typed: contenders are added and replaced, and keep their places", () => {
  const more = withContender(withContender(chosen("a\nm", "b\nm")));
  assert.deepEqual(more.contenders.map(({ id }) => id), [1, 2, 3, 4]);
  const without = { ...more, contenders: more.contenders.filter(({ id }) => id !== 4) };
  assert.deepEqual(withContender(without).contenders.map(({ id }) => id), [1, 2, 3, 4]);
  const replaced = withSubstitute(chosen("a\nm", "b\nm", "b\nm"), "b/m", "c/m/large");
  assert.deepEqual(replaced.contenders.map(({ worker }) => worker), ["a\nm", "c\nm/large", "c\nm/large"]);
  const left = withoutContender(chosen("a\nm", "b\n", "c\nm"), "b");
  assert.deepEqual(left?.contenders.map(({ worker }) => worker), ["a\nm", "c\nm"]);
  assert.equal(withoutContender(chosen("a\nm", "b\nm"), "b/m"), null, "one alone is no race");
});

Deno.test("a race is announced with how many run, and where what each reads goes to", () => {
  assert.equal(
    announcement(chosen("a\nm", "b\nm", "c\nm", "b\nm"), WORKERS),
    "4 workers run side by side, each in its own workspace. What b · m and c · m read is sent to a third party. " +
      "What a · m reads stays on this machine.",
  );
});
