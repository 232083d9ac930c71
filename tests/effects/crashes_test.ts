import assert from "node:assert/strict";
import { BOUNDARIES } from "../../services/ground/effects/carry_out.ts";
import { EFFECT_KINDS, type EffectKind } from "../../services/ground/effects/kinds.ts";
import { NO_RADICALE } from "../planner/radicale.ts";
import { testNeeding } from "../kit/skip.ts";
import { crashAt } from "./crash.ts";
import { SCENARIOS } from "./scenarios.ts";

type Point = (typeof BOUNDARIES)[number];

/** After these the log alone does not say what happened, and no one else can: a person settles the effect, or connects again. */
const IN_DOUBT: readonly Point[] = ["done", "performed", "verified"];

/** Kinds whose intent is recorded by what causes them, not by the attempt. */
const INTENDED_BEFORE: readonly EffectKind[] = [
  "undo",
  "token_revocation",
  "bank_removal",
  "alert",
  "transcription",
];

for (const kind of Object.keys(SCENARIOS) as EffectKind[]) {
  for (const point of BOUNDARIES) {
    if (point === "intended" && INTENDED_BEFORE.includes(kind)) continue;
    testNeeding(kind === "calendar_write" ? NO_RADICALE : null, {
      name: `a crash at ${kind}:${point}: it happens once, or a person is asked what became of it`,
      fn: () => crashOnce(kind, point),
    });
  }
}

async function crashOnce(kind: EffectKind, point: Point): Promise<void> {
  await using scenario = await SCENARIOS[kind]();
  await using h = await crashAt(`${kind}:${point}`, scenario.options, scenario);
  await scenario.rest(h);
  assert.equal(await scenario.times(), 1);
  await scenario.rest(h);
  assert.equal(await scenario.times(), 1, "nothing is repeated later");
  assert.deepEqual(h.rebuildDifferences(), []);
  if (kind === "transcription") return; // nothing outside
  const { items } = await h.operator("GET /control-plane/effects", { query: { kind } });
  assert.equal(items.length, 1);
  const { id, state, detail } = items[0]!;
  const inDoubt = IN_DOUBT.includes(point);
  if (kind === "token_refresh" && inDoubt) {
    return assert.deepEqual([state, detail], ["not_done", "The server's answer: rotation_lost."]);
  }
  if (EFFECT_KINDS[kind].repeat !== "person" || !inDoubt) return assert.equal(state, "done");
  assert.equal(state, "uncertain");
  const settle = (as: string) => h.json("POST", `/control-plane/effects/${id}/settle`, { as });
  assert.equal((await settle("done")).body.state, "done");
  assert.equal((await settle("done")).status, 200, "said again it is the same");
  assert.equal((await settle("not_done")).status, 400);
  assert.equal(await scenario.times(), 1, "settling attempts nothing");
}
