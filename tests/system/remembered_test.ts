import assert from "node:assert/strict";
import { inTurn } from "../../services/ground/kernel/in_turn.ts";
import { ownedBy } from "../../services/ground/kernel/owned_by.ts";

Deno.test("work with one key runs in the order it came, after a failure too, and other keys do not wait", async () => {
  const last = new Map<string, Promise<unknown>>();
  const [gate, told] = [Promise.withResolvers<void>(), [] as string[]];
  const first = inTurn(last, "a", async () => {
    await gate.promise;
    told.push("first");
    throw new Error("it failed");
  });
  const second = inTurn(last, "a", () => Promise.resolve(told.push("second")));
  await inTurn(last, "b", () => Promise.resolve(told.push("other")));
  gate.resolve();
  await assert.rejects(first, /it failed/);
  assert.equal(await second, 3);
  assert.deepEqual(told, ["other", "first", "second"]);
  assert.equal(last.size, 0, "nothing is remembered of what has ended");
});

Deno.test("each owner has a value of its own, made once, even if it is undefined", () => {
  let made = 0;
  const valueOf = ownedBy<object, { number: number }>(() => ({ number: ++made }));
  const [one, other] = [{}, {}];
  assert.deepEqual([valueOf(one).number, valueOf(other).number, valueOf(one).number], [1, 2, 1]);
  const nothingOf = ownedBy<object, undefined>(() => void made++);
  nothingOf(one);
  nothingOf(one);
  assert.equal(made, 3);
});
