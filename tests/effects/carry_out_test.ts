import assert from "node:assert/strict";
import fc from "fast-check";
import { BOUNDARIES, carryOut } from "../../services/ground/effects/carry_out.ts";
import type { Effect, Outcome, Progress } from "../../services/ground/effects/effect.ts";

class Crash extends Error {}

/** A world that an effect changes, and a log of what is recorded of it. */
class World {
  times = 0;
  log: string[] = [];

  get progress(): Progress {
    return this.log.includes("intended") ? "begun" : "new";
  }

  get ended(): boolean {
    return this.log.some((each) => each.startsWith("ended"));
  }

  /** An effect that can be found; each answer of the outside is lost if the next of `lost` says so. */
  effect(lost: boolean[]): Effect<"calendar_write"> {
    return {
      kind: "calendar_write",
      progress: this.progress,
      intend: () => Promise.resolve(this.log.push("intended")),
      find: () =>
        Promise.resolve(
          this.times > 0 ? { kind: "done" as const, result: null } : { kind: "absent" as const },
        ),
      perform: (): Promise<Outcome<null>> => {
        this.times++;
        return Promise.resolve(
          lost.shift() ? { kind: "unknown", detail: "no answer" } : { kind: "done", result: null },
        );
      },
      record: ({ kind }) => Promise.resolve(this.log.push(`ended: ${kind}`)),
    };
  }
}

Deno.test("an effect that can be found happens exactly once, however often and wherever it is interrupted", async () => {
  const crashes = fc.array(fc.constantFrom(...BOUNDARIES), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(crashes, fc.array(fc.boolean(), { maxLength: 8 }), async (points, lost) => {
      const world = new World();
      for (const point of [...points, null]) {
        if (world.ended) break;
        const boundary = (at: string) => {
          if (at === `calendar_write:${point}`) throw new Crash();
        };
        await carryOut(world.effect([...lost]), { signal: new AbortController().signal, boundary })
          .catch((cause) => assert.ok(cause instanceof Crash));
      }
      assert.equal(world.times, 1);
      assert.deepEqual(world.log, ["intended", "ended: done"]);
    }),
  );
});

Deno.test("what only a person can find is never done a second time, and is recorded as unknown", async () => {
  let times = 0;
  const ends: string[] = [];
  const mail = (progress: Progress): Effect<"mail"> => ({
    kind: "mail",
    progress,
    lost: "It may have arrived.",
    perform: () => {
      times++;
      return Promise.resolve({ kind: "done", result: null });
    },
    record: (outcome) => Promise.resolve(ends.push(outcome.kind)),
  });
  const attempt = { signal: new AbortController().signal, boundary: () => {} };
  assert.deepEqual(await carryOut(mail("begun"), attempt), {
    kind: "unknown",
    detail: "It may have arrived.",
  });
  assert.deepEqual([times, ends], [0, ["unknown"]]);
  await carryOut(mail("new"), attempt);
  assert.deepEqual([times, ends], [1, ["unknown", "done"]]);
});

Deno.test("what ended while the service stops is recorded if it was done, and left to the next start if not", async () => {
  const stopped = AbortSignal.abort(new Error("stopping"));
  const ends: string[] = [];
  const alert = (outcome: Outcome<null>): Effect<"alert"> => ({
    kind: "alert",
    progress: "intended",
    perform: () => Promise.resolve(outcome),
    record: ({ kind }) => Promise.resolve(ends.push(kind)),
  });
  const attempt = { signal: stopped, boundary: () => {} };
  await carryOut(alert({ kind: "done", result: null }), attempt);
  await assert.rejects(carryOut(alert({ kind: "unknown", detail: "cut" }), attempt), /stopping/);
  assert.deepEqual(ends, ["done"]);
});
