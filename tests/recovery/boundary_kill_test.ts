import { DELIVERIES, killDelivery } from "./deliver_kill.ts";
import { killEntering, killWhileInside } from "./enter_kill.ts";
import { inParallel } from "./in_parallel.ts";
import { killUndo } from "./undo_kill.ts";

// A share of them; all are tried by: deno task soak -- --boundaries 1

Deno.test("kill -9 while a delivery is made: it is there once, and the run completes", async () => {
  await inParallel(2, DELIVERIES.filter(({ point }) => /intended|deliver/.test(point)), killDelivery);
});

Deno.test("kill -9 at boundaries of an undo: it is done once, and nothing of it is left", async () => {
  await inParallel(2, ["undo:begun#1", "undo:renamed:0#1", "undo:finish#1", "undo:written#1"], killUndo);
});

Deno.test("kill -9 at boundaries of stepping in and handing back: nothing that a person changed is lost", async () => {
  await inParallel(2, ["task:*:entering#1", "task:*:taking-back#1", "task:*:captured#2"], killEntering);
});

Deno.test("kill -9 while a person is in a worktree: what they changed before and meanwhile is in the result", async () => {
  await killWhileInside();
});
